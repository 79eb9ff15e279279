"""Signs on a screen of being signed in or out."""

import re

from bugbash.session.destructive import LEAVING, destructive_word
from bugbash.session.observation import Control, Look

_SIGN_IN = re.compile(
    r"^(?:log ?in|sign ?in|log on|anmelden|einloggen|connexion|se connecter|iniciar sesión|entrar|accedi|inloggen"
    r"|zaloguj.*|logga in|войти|ログイン|登录)$",
    re.IGNORECASE,
)


def signs_out(control: Control) -> bool:
    """Whether a control is the one that ends the login."""
    return destructive_word(control.name, control.href) in LEAVING


def sign_out_control(look: Look) -> Control | None:
    """The control that ends the login; None where the screen shows none."""
    return next((control for control in look.controls if signs_out(control)), None)


def asks_for_a_password(look: Look) -> bool:
    return any(control.field and control.field.type == "password" for control in look.controls)


def offers_to_sign_in(look: Look) -> bool:
    """Whether the screen shows a way to sign in, as it does to somebody who is not."""
    return asks_for_a_password(look) or any(_SIGN_IN.match(control.name.strip()) for control in look.controls)

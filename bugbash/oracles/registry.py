"""The one place where oracles are registered."""

from bugbash.oracles.accessibility import Accessibility
from bugbash.oracles.addresses import DeepLink, MadeUpAddress, SoftNotFound
from bugbash.oracles.base import RECHECK_SECONDS, Oracle
from bugbash.oracles.boundary import LoginBoundary
from bugbash.oracles.content import BlankScreen, ErrorAsData, RawValue, StuckScreen
from bugbash.oracles.controls import DeadControl, UnchangedControl
from bugbash.oracles.dialogs import DialogLeftovers, FocusLost, StuckDialog
from bugbash.oracles.editing import EditNotUndone, EditorWithoutFocus, TypedTextLost, TypingLost
from bugbash.oracles.errors import ConsoleError, UncaughtException
from bugbash.oracles.expectation import Expectation
from bugbash.oracles.history import BackButton
from bugbash.oracles.injection import Injection
from bugbash.oracles.keyboard import KeyboardTrap, Unreachable
from bugbash.oracles.layout import BrokenLayout, CoveredControl, DialogOutOfReach, SharedId
from bugbash.oracles.links import BrokenAsset, BrokenLink
from bugbash.oracles.lists import ListRules
from bugbash.oracles.misled import Misled
from bugbash.oracles.navigation import HungRequest, RedirectLoop
from bugbash.oracles.persistence import LostOnReload
from bugbash.oracles.records import DoubleSubmit, FeedbackContradicts, StillThere
from bugbash.oracles.responses import RefusedRequest, ServerError, SilentFailure
from bugbash.oracles.secrecy import ExposedPassword, WeakProtection
from bugbash.oracles.stored import CutOff, SavedEmpty, StoredOtherwise, SwappedFields, TextMangled
from bugbash.oracles.sums import WrongSum
from bugbash.oracles.validation import MissingValidation, NeverEnabled, NoMessage, NumberBoundary, UploadRules

ORACLES: tuple[type[Oracle], ...] = (
    Expectation,
    ExposedPassword,
    LoginBoundary,
    MadeUpAddress,
    ServerError,
    UncaughtException,
    Injection,
    LostOnReload,
    StillThere,
    DoubleSubmit,
    SwappedFields,
    TextMangled,
    CutOff,
    StoredOtherwise,
    SavedEmpty,
    WrongSum,
    NumberBoundary,
    FeedbackContradicts,
    MissingValidation,
    UploadRules,
    SilentFailure,
    RefusedRequest,
    BrokenLink,
    SoftNotFound,
    DeepLink,
    BackButton,
    RedirectLoop,
    HungRequest,
    BrokenAsset,
    RawValue,
    ErrorAsData,
    BlankScreen,
    StuckScreen,
    WeakProtection,
    DialogOutOfReach,
    CoveredControl,
    SharedId,
    BrokenLayout,
    Misled,
    StuckDialog,
    DialogLeftovers,
    UnchangedControl,
    DeadControl,
    EditNotUndone,
    EditorWithoutFocus,
    TypedTextLost,
    TypingLost,
    KeyboardTrap,
    Unreachable,
    FocusLost,
    ListRules,
    NeverEnabled,
    NoMessage,
    ConsoleError,
    Accessibility,
)
"""Every oracle, the most telling first: of two that see one fact, the first one speaks (rule R9)."""


def is_patient(name: str) -> bool:
    """Whether the oracle of that name waits longer than a second look before it is sure."""
    return any(oracle.name == name and oracle.patience > RECHECK_SECONDS for oracle in ORACLES)

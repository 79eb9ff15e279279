"""The tours: named ways through an app, one file each. To add one, write it beside these and register it here."""

from bugbash.charter.bash_file import TourName
from bugbash.explore.tours.addresses import Addresses
from bugbash.explore.tours.base import Tour
from bugbash.explore.tours.dialogs import Dialogs
from bugbash.explore.tours.editing import Editing
from bugbash.explore.tours.forms import Forms
from bugbash.explore.tours.interruptions import Interruptions
from bugbash.explore.tours.keyboard import Keyboard
from bugbash.explore.tours.landmarks import Landmarks
from bugbash.explore.tours.lists import Lists
from bugbash.explore.tours.records import Records
from bugbash.explore.tours.signout import SignOut
from bugbash.explore.tours.sweep import Sweep
from bugbash.explore.tours.viewports import Viewports

TOURS: dict[TourName, type[Tour]] = {
    "landmarks": Landmarks,
    "forms": Forms,
    "records": Records,
    "lists": Lists,
    "interruptions": Interruptions,
    "addresses": Addresses,
    "sweep": Sweep,
    "signout": SignOut,
    "viewports": Viewports,
    "editing": Editing,
    "dialogs": Dialogs,
    "keyboard": Keyboard,
}

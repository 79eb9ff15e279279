"""The tours: named ways through an app, one file each. To add one, write it beside these and register it here."""

from bugbash.charter.bash_file import TourName
from bugbash.explore.tours.base import Tour
from bugbash.explore.tours.forms import Forms
from bugbash.explore.tours.interruptions import Interruptions
from bugbash.explore.tours.landmarks import Landmarks
from bugbash.explore.tours.lists import Lists
from bugbash.explore.tours.records import Records
from bugbash.explore.tours.viewports import Viewports

TOURS: dict[TourName, type[Tour]] = {
    "landmarks": Landmarks,
    "forms": Forms,
    "records": Records,
    "lists": Lists,
    "interruptions": Interruptions,
    "viewports": Viewports,
}

"""The one place where oracles are registered."""

from bugbash.oracles.accessibility import Accessibility
from bugbash.oracles.base import RECHECK_SECONDS, Oracle
from bugbash.oracles.content import BlankScreen, ErrorAsData, RawValue, StuckScreen
from bugbash.oracles.errors import ConsoleError, UncaughtException
from bugbash.oracles.expectation import Expectation
from bugbash.oracles.injection import Injection
from bugbash.oracles.layout import BrokenLayout, CoveredControl, DialogOutOfReach, SharedId
from bugbash.oracles.links import BrokenAsset, BrokenLink
from bugbash.oracles.lists import ListRules
from bugbash.oracles.misled import Misled
from bugbash.oracles.persistence import LostOnReload
from bugbash.oracles.records import DoubleSubmit, FeedbackContradicts, StillThere
from bugbash.oracles.responses import RefusedRequest, ServerError, SilentFailure
from bugbash.oracles.stored import CutOff, SavedEmpty, StoredOtherwise, SwappedFields, TextMangled
from bugbash.oracles.sums import WrongSum
from bugbash.oracles.validation import MissingValidation, NeverEnabled, NoMessage, NumberBoundary, UploadRules

ORACLES: tuple[type[Oracle], ...] = (
    Expectation,
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
    BrokenAsset,
    RawValue,
    ErrorAsData,
    BlankScreen,
    StuckScreen,
    DialogOutOfReach,
    CoveredControl,
    SharedId,
    BrokenLayout,
    Misled,
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

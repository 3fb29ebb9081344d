"""Typed keys on a real virtual terminal; the checks themselves are in Tests/DeliveryTests/RealKernelDeliveryTests.swift."""
from kernel import console
from kernel.case import swift_tests

SUITE = "RealKernelDelivery"


def case_us():
    """Typed text arrives exactly on a console with the US layout, and nothing stays down."""
    swift_tests(SUITE)


def case_german():
    """Typed text arrives exactly on a console with the German layout."""
    console.load_layout("de")
    try:
        swift_tests(f"{SUITE}.*every", {"HWCTL_EXPECT_TYPEABLE": "äöüÄÖÜß€@{[]}\\|zyZY"})
    finally:
        console.load_layout("us")


def case_matrix():
    """Each layout's prose, code and foreign characters arrive exactly or are kept, on a virtual terminal and by uinput under sway."""
    print("\n".join(line for line in swift_tests("RealKernelMatrix").splitlines() if line.startswith("|")))

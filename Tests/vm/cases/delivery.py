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

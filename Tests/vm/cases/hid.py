"""The input thread on real devices; the checks themselves are in Tests/HIDTransportTests/RealKernel….swift."""
from kernel.case import swift_tests


def case_input_thread():
    """The input thread grabs, reads, loses and finds real pedals again."""
    swift_tests("RealKernelHIDTransport")


def case_scenarios():
    """Every scenario file that a real pedal can play holds on it."""
    output = swift_tests("RealKernelScenario")
    print("        " + next(line for line in output.splitlines() if line.startswith("scenarios on")))

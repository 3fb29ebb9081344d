# What people and CI run. `make demo` needs a bare Debian 12, the Swift toolchain, and root or sudo for packages.

SHELL := /bin/bash
CONFIG := release
BUILD := .build/$(CONFIG)
PREFIX ?= /usr/local
DESTDIR ?=
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
SWIFT_FLAGS := --static-swift-stdlib --explicit-target-dependency-import-check error
# Addresses to mend at start in a hundredth of the space, and no names for libraries that none asks for: 1.6 MB less in memory
# (glibc 2.36 reads it, Debian 12's).
SWIFT_FLAGS += -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic

.PHONY: all demo run build test test-unit test-kernel bench fuzz soak setup models lint format install uninstall clean

all: build

demo: build ## The main job before your eyes, without hardware.
	@scripts/demo

run: build ## The daemon in the foreground, with your pedal and your microphone.
	$(BUILD)/hwctld

setup: ## Packages, speech runtime and models; quick when all is there.
	@scripts/setup-packages build
	@scripts/setup-speech

models: ## The speech model again, after it was damaged or deleted.
	@scripts/setup-packages build
	@scripts/setup-speech model

build: setup $(BUILD)/hwctld

# Asking SwiftPM takes seconds even when there is nothing to do; make can tell from the time stamps.
$(BUILD)/hwctld: Package.swift $(shell find Sources Tests/HistoryTester Tests/KeyboardTester -type f)
	@echo "Building hwctl ($(CONFIG)); a first build takes some minutes."
	@swift build -c $(CONFIG) $(SWIFT_FLAGS) 2>&1 | { grep --line-buffered -v 'prohibited flag' || true; }; exit $${PIPESTATUS[0]}
	@touch $@

test: test-unit test-kernel ## All tests, the real-kernel lane included.

test-unit: setup
	@scripts/setup-packages test
	@scripts/setup-speech whisper-tiny-en whisper-base
	@scripts/setup-refiner
	scripts/run-tests

test-kernel: test-unit
	Tests/vm/lane

bench: build ## One table; each line beside its floor, measured in the same run.
	@scripts/setup-packages test
	Benchmarks/run

fuzz: setup ## The decoders of outside bytes with libFuzzer's inputs, ten minutes each.
	Fuzzing/run

soak: ## Millions of random events through the engine; the history under kills at every step, and used by many for five minutes.
	@HWCTL_SOAK=1 swift build -c release --scratch-path .build/soak --product hwctl-soak
	@.build/soak/release/hwctl-soak
	@swift build -c release --scratch-path .build/soak --product history-tester
	@folder=$$(mktemp -d /tmp/hwctl-soak.XXXXXX) && trap 'rm -rf '$$folder EXIT \
	  && .build/soak/release/history-tester kills $$folder/kills \
	  && .build/soak/release/history-tester together $$folder/together 300

lint:
	swift format lint --strict -r Package.swift Sources Tests

format:
	swift format -i -r Package.swift Sources Tests

install: build ## To PREFIX (default /usr/local), with udev rules and the user unit.
	DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" SUDO="$(SUDO)" scripts/install $(BUILD)

uninstall:
	DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" SUDO="$(SUDO)" scripts/install --remove

clean:
	rm -rf .build .demo

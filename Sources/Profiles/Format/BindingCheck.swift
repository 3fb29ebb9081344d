internal import Domain

extension ProfileDecoding {
  /// What parts of a Binding do not make sense together.
  mutating func check(_ binding: Binding, _ path: String, _ model: ModelID?) {
    if let model { checkDirection(binding, path, model) }
    let extra = [("doublePress", binding.doublePress), ("longHold", binding.longHold)]
    for (name, action) in extra {
      guard let action else { continue }
      let place = "\(path).\(name)"
      if binding.direction != nil {
        note(place, "a wheel is turned, not pressed: leave it out")
      } else if binding.mode == .holdOrLatch {
        note(
          place,
          "the mode \"holdOrLatch\" gives short and long presses their meaning: use \"hold\" or \"toggle\"")
      } else if action == binding.action {
        note(place, "the same as \"action\", which would only come later: leave it out")
      }
    }
    if binding.direction != nil, binding.mode != .momentary {
      note("\(path).mode", "each step of a wheel begins and ends its action: leave it out")
    }
  }

  private mutating func checkDirection(_ binding: Binding, _ path: String, _ model: ModelID) {
    let turning = binding.controls.filter { models.control($0, of: model)?.givesValues == true }
    if let control = turning.first, binding.controls.count > 1 {
      note("\(path).controls", "\"\(control)\" is turned and cannot be pressed together with others")
    } else if let control = turning.first, binding.direction == nil {
      note(
        "\(path).turn", "missing: \"\(control)\" is turned",
        allowed: Binding.Direction.allCases.map(\.rawValue))
    } else if turning.isEmpty, binding.direction != nil {
      let isKnown = binding.controls.allSatisfy { models.control($0, of: model) != nil }
      if isKnown {
        note("\(path).turn", "\(model) has no wheel \"\(binding.controls[0])\", it is pressed: leave it out")
      }
    }
  }
}

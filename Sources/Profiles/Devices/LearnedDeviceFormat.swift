internal import Domain

/// devices.json, version 1.
enum LearnedDeviceFormat {
  /// More than anyone owns.
  static let deviceLimit = 200
  static let controlLimit = 64

  static func shape(_ templates: [ModelID]) -> Shape {
    let device = ObjectShape(
      fields: [
        .required("product", .text(.product), "Vendor and product, as lsusb shows them."),
        .required("name", .text(1...64), "What people call it."),
        .optional(
          "template", .choice(templates.sorted().map(\.rawValue), called: "template"),
          "A generic model whose controls it has."),
        .optional(
          "controls", .list(.object(control), count: 1...controlLimit), "Its controls, as they were pressed."),
      ], oneOf: ["template", "controls"])
    return .object(
      ObjectShape(fields: [
        .optional(SettingsTree.schemaName, .text(1...4096), "Where editors find the schema of this file."),
        .required(
          SettingsTree.versionName, .integer(1...Migrations.learnedDevices.version),
          "The version of this form."),
        .required("devices", .list(.object(device), count: 0...deviceLimit), "The devices that were taught."),
      ]))
  }

  private static let control = ObjectShape(fields: [
    .required("id", .text(.identifier), "What profiles call it."),
    .required("name", .text(1...64), "What people call it."),
    .optional("scanCode", .text(.scanCode), "The HID usage that the kernel tells with a press (MSC_SCAN)."),
    .required("keyCode", .integer(1...0x2ff), "The kernel's key code (linux/input-event-codes.h)."),
    .optional("tapOnly", .boolean, "It tells of presses only and cannot be held."),
  ])

  static func decode(
    _ value: JSONValue, templates: [ModelID]
  ) -> (value: [LearnedDevice]?, issues: [ProfileIssue]) {
    var issues = shape(templates).issues(in: value)
    var products: Set<String> = []
    for (index, device) in (value["devices"]?.elements ?? []).enumerated() {
      let path = "devices[\(index)]"
      if let product = device["product"]?.text, !products.insert(product).inserted {
        issues.append(ProfileIssue(path: "\(path).product", problem: "\"\(product)\" stands here twice"))
      }
      issues += duplicates(device["controls"]?.elements ?? [], "\(path).controls")
    }
    guard issues.isEmpty else { return (nil, issues) }
    return (value["devices"]?.elements.compactMap(device), [])
  }

  /// Ids, and codes: a scan code where there is one, else the key code.
  private static func duplicates(_ controls: [JSONValue], _ path: String) -> [ProfileIssue] {
    var seen: Set<String> = []
    var issues: [ProfileIssue] = []
    for (index, control) in controls.enumerated() {
      let code = control["scanCode"] == nil ? "keyCode" : "scanCode"
      for name in ["id", code] {
        guard let value = control[name], !seen.insert("\(name) \(JSONWriter.line(value))").inserted else {
          continue
        }
        issues.append(
          ProfileIssue(
            path: "\(path)[\(index)].\(name)", problem: "\(JSONWriter.line(value)) stands here twice"))
      }
    }
    return issues
  }

  private static func device(_ value: JSONValue) -> LearnedDevice? {
    guard let product = value["product"]?.text.flatMap(ProductID.init), let name = value["name"]?.text else {
      return nil
    }
    return LearnedDevice(
      product: product, name: name, template: value["template"]?.text.map(ModelID.init(rawValue:)),
      controls: value["controls"]?.elements.compactMap(control) ?? [])
  }

  private static func control(_ value: JSONValue) -> LearnedControl? {
    guard let id = value["id"]?.text, let name = value["name"]?.text,
      let keyCode = value["keyCode"]?.integer.flatMap(UInt16.init(exactly:))
    else { return nil }
    return LearnedControl(
      id: ControlID(rawValue: id), name: name, scanCode: value["scanCode"]?.text.flatMap(scanCode),
      keyCode: keyCode, isTapOnly: value["tapOnly"]?.boolean ?? false)
  }

  static func members(of devices: [LearnedDevice]) -> [(String, JSONValue)] {
    [("devices", .array(devices.map(encode)))]
  }

  private static func encode(_ device: LearnedDevice) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("product", .string(device.product.description)), ("name", .string(device.name)),
    ]
    if let template = device.template {
      members.append(("template", .string(template.rawValue)))
    } else {
      members.append(("controls", .array(device.controls.map(encode))))
    }
    return .members(members)
  }

  private static func encode(_ control: LearnedControl) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("id", .string(control.id.rawValue)), ("name", .string(control.name)),
    ]
    if let code = control.scanCode { members.append(("scanCode", .string("0x" + String(code, radix: 16)))) }
    members.append(("keyCode", .integer(Int(control.keyCode))))
    if control.isTapOnly { members.append(("tapOnly", .boolean(true))) }
    return .members(members)
  }

  /// Reads "0x90001".
  static func scanCode(_ text: String) -> UInt32? {
    guard text.hasPrefix("0x"), text.dropFirst(2).first?.isHexDigit == true else { return nil }
    return UInt32(text.dropFirst(2), radix: 16)
  }
}

extension TextRule {
  /// A HID usage, page << 16 | id.
  static let scanCode = TextRule(length: 3...10, pattern: "^0x[0-9a-fA-F]{1,8}$") { text in
    LearnedDeviceFormat.scanCode(text) == nil
      ? .init(text: "\"\(text)\" is no scan code: write it in hexadecimal, as in \"0x90001\"") : nil
  }
}

extension Migrations {
  static let learnedDevices = Migrations(steps: [])
}

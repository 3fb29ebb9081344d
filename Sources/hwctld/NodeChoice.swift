import Domain
import Drivers
import HIDTransport
import Terminal

/// Which of the connected devices is to be taught.
enum NodeChoice {
  /// The one named, else the one that is chosen from a list.
  static func choose(_ path: String?, _ models: KnownModels) -> TeachableNode {
    let nodes: [TeachableNode]
    do throws(HIDError) { nodes = try DeviceScan.teachable(models) } catch {
      Terminal.fail(.failed, error.message)
    }
    if let path {
      if let node = nodes.first(where: { $0.node == path }) { return node }
      let known =
        nodes.isEmpty ? "There are none." : "These are:\n" + nodes.map(\.line).joined(separator: "\n")
      Terminal.fail(.failed, "\(path) is no input device with keys. \(known)")
    }
    guard !nodes.isEmpty else {
      Terminal.fail(.failed, "no input device with keys is connected. 'lsusb' shows what is plugged in.")
    }
    // On standard error: with --json standard output is the answer's.
    for (index, node) in nodes.enumerated() { Terminal.complain("\(index + 1)  \(node.line)") }
    Terminal.complain("which one? Type its number and Enter.")
    guard let answer = readLine().flatMap({ Int($0) }), nodes.indices.contains(answer - 1) else {
      Terminal.fail(.failed, "none of these numbers was given, so nothing was done.")
    }
    return nodes[answer - 1]
  }

  /// The remedy for a node that no rule gives access to.
  static func permission(_ node: TeachableNode) -> String {
    let ids = node.product.description.split(separator: ":")
    let rule =
      "SUBSYSTEM==\"input\", ATTRS{id/vendor}==\"\(ids[0])\", ATTRS{id/product}==\"\(ids[1])\", TAG+=\"uaccess\""
    return """
      \(node.node) may not be opened by this user. Give access with a udev rule, then plug the device in again:
        echo '\(rule)' | sudo tee /etc/udev/rules.d/71-hwctl-\(ids[0])-\(ids[1]).rules
        sudo udevadm control --reload
      """
  }
}

extension TeachableNode {
  var shownName: String {
    let name = name.onOneLine
    return name.isEmpty ? product.description : String(name.prefix(64))
  }

  fileprivate var line: String {
    var notes: [String] = []
    if let model { notes.append("known as \(model)") }
    if hasLetters { notes.append("a keyboard, or something that says it is one") }
    let note = notes.isEmpty ? "" : "  (\(notes.joined(separator: "; ")))"
    return "\(node)  \(product)  \(shownName)\(note)"
  }
}

package dev.parley.doctor;

import java.util.List;

/**
 * The links from a client to a wake, in the order in which they are examined. A link stands behind
 * those it needs, so the first broken one is the cause.
 */
final class LinkOrder {
  private LinkOrder() {}

  /** All links, the first first. */
  static List<Link> all() {
    return List.of(
        new JavaLink(),
        new FileLink(),
        new PortLink(),
        new ServerLink(),
        new HostLink(),
        new DatabaseLink(),
        new BrokerLink(),
        new DiskLink(),
        new TokenLink(),
        new SessionLink(),
        new VersionLink(),
        new StreamLink(),
        new BufferingLink(),
        new ClockLink(),
        new ServerLogLink(),
        new ClientLink(),
        new ClaudeLink(),
        new CodexLink(),
        new GeminiLink(),
        new ChannelLink(),
        new HookFilesLink(),
        new MonitorLink(),
        new CodexQueueLink(),
        new AgentLink(),
        new HookRunLink(),
        new WakeLink());
  }
}

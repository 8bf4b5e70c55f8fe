package dev.parley.war.scale;

import dev.parley.war.load.LoadReport;
import dev.parley.war.load.Work;
import java.util.Properties;

/** The kinds of trials, each with calls of one kind alone. */
enum Kind {
  MESSAGES("delivery of an ephemeral message", "1", "0", "0", ""),
  POSTS("durable post", "0", "1", "0", ""),
  CLAIMS("claim of a task", "0", "0", "1", ""),
  IDLE("second without calls", "1", "0", "0", "1");

  private final String unit;
  private final String messages;
  private final String posts;
  private final String tasks;
  private final String rate;

  Kind(String unit, String messages, String posts, String tasks, String rate) {
    this.unit = unit;
    this.messages = messages;
    this.posts = posts;
    this.tasks = tasks;
    this.rate = rate;
  }

  /** The name of what is counted. */
  String unit() {
    return unit;
  }

  /** Sets the shares of calls, and the rate where the kind has one of its own. */
  void into(Properties load) {
    load.setProperty("parley.load.messages", messages);
    load.setProperty("parley.load.posts", posts);
    load.setProperty("parley.load.tasks", tasks);
    load.setProperty("parley.load.finish", "no"); // a unit is a creation and its claims
    if (!rate.isEmpty()) {
      load.setProperty("parley.load.rate", rate);
    }
  }

  /** The units of a run, in its measured time. */
  double units(LoadReport report) {
    return switch (this) {
      case MESSAGES -> report.delivered(Work.MESSAGE);
      case POSTS -> report.answered(Work.POST);
      case CLAIMS -> report.answered(Work.CLAIM);
      case IDLE -> report.seconds();
    };
  }
}

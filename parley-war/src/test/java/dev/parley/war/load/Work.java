package dev.parley.war.load;

/** The kinds of calls that agents make. */
public enum Work {
  MESSAGE("ephemeral message"),
  POST("durable post"),
  CREATE("task create"),
  CLAIM("task claim"),
  FINISH("task finish"),
  START("session start");

  private final String title;

  Work(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }

  /** Returns true for what the other members of the room receive. */
  public boolean isDelivered() {
    return this == MESSAGE || this == POST;
  }
}

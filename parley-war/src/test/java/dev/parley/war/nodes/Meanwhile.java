package dev.parley.war.nodes;

/** What goes on while agents talk or claim. */
public interface Meanwhile {
  /** Does it, and returns when it is over. */
  void happen() throws Exception;
}

package dev.parley.war.load;

import java.util.concurrent.ThreadLocalRandom;

/** The shares of the kinds of work among all calls; only their ratio counts. */
public record Shares(int messages, int posts, int tasks) {

  /** Draws a kind; a task stands as its creation. */
  Work draw() {
    int drawn = ThreadLocalRandom.current().nextInt(messages + posts + tasks);
    if (drawn < messages) {
      return Work.MESSAGE;
    }
    return drawn < messages + posts ? Work.POST : Work.CREATE;
  }
}

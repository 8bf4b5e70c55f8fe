package dev.parley.examples.spring4;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application that announces its releases in a room. */
@SpringBootApplication
public class ReleaseNotes {
  /** Serves until it is stopped. */
  public static void main(String[] args) {
    SpringApplication.run(ReleaseNotes.class, args);
  }
}

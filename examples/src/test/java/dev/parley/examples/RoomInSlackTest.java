package dev.parley.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoomInSlackTest {
  @Test
  void main_withoutAChannel_printsHowItIsCalled() throws Exception {
    assertThat(Printed.by(() -> RoomInSlack.main(new String[0])))
        .startsWith("usage: RoomInSlack CHANNEL_ID")
        .contains("PARLEY_SLACK_APP_TOKEN");
  }
}

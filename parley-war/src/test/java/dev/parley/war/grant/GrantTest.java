package dev.parley.war.grant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrantTest {
  @Test
  void callerWithAConfiguredToken_isVerified_andOneThatNeedsNoneIsNot() {
    assertThat(Grant.ofConfiguredToken("0123456789abcdef").isVerified()).isTrue();
    assertThat(Grant.OPEN.isVerified()).isFalse();
  }
}

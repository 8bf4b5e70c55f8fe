package dev.parley.war.browser;

import dev.parley.war.testing.CredentialMaker;
import java.nio.file.Path;

/** A server that needs credentials, and the page of a person who is a member. */
abstract class MemberPage extends TeamPage {
  static final String IN = "sessions/" + TeamRun.SESSION;
  private String member = "";
  private CredentialMaker maker;

  /** A server that needs credentials, as at an open one everybody is an administrator. */
  @Override
  Place started(Path data) {
    OneFile file = OneFile.closed(data, "the-token-of-the-deployer");
    try {
      maker = CredentialMaker.of(file.server());
      member = token("member");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return file;
  }

  String token(String role) throws Exception {
    return maker.token("person", role, "default", "guest");
  }

  /** A page of a member. */
  @Override
  OpenPage page() {
    return new OpenPage(Look.LIGHT.in(chromium), place, member);
  }
}

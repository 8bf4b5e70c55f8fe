package dev.parley.chat.xmpp;

import dev.parley.chat.emulator.ChatRequirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The server ejabberd. It stops in order: otherwise its database loses what it has confirmed. */
final class XmppEjabberd extends XmppServerProcess {
  private static final Path CONTROL = Path.of("/usr/sbin/ejabberdctl");
  private static final Path TABLES = Path.of("/usr/share/ejabberd/sql/lite.sql");

  private final int distribution = freePort();
  private final boolean isSql;

  private XmppEjabberd(boolean isSql) throws IOException {
    super("ejabberd");
    this.isSql = isSql;
  }

  /** A server with the accounts that the tests use; skips them where it is not installed. */
  static XmppEjabberd started() throws Exception {
    ChatRequirements.programs("ejabberdctl");
    return started(new XmppEjabberd(false));
  }

  /**
   * The same with its archive in SQLite: its own database, Mnesia, reads more with each message of
   * a room. This takes the Debian packages {@code sqlite3} and {@code erlang-p1-sqlite3} too.
   */
  static XmppEjabberd startedWithSql() throws Exception {
    ChatRequirements.programs("ejabberdctl", "sqlite3");
    return started(new XmppEjabberd(true));
  }

  private static XmppEjabberd started(XmppEjabberd server) throws Exception {
    try {
      server.prepare();
      return server;
    } catch (Exception failed) {
      server.close();
      throw failed;
    }
  }

  @Override
  void prepare() throws Exception {
    // The script refuses all users but one.
    write("ctl", Files.readString(CONTROL).replaceAll("(?m)^INSTALLUSER=.*$", "INSTALLUSER="));
    write(
        "conf/ejabberdctl.cfg",
        "INET_DIST_INTERFACE=127.0.0.1\nERLANG_NODE=parley%d@localhost\n".formatted(port()));
    write(
        "conf/ejabberd.yml",
        """
        hosts: [localhost]
        loglevel: warning
        auth_method: internal
        %s
        listen:
          -
            port: %d
            ip: "127.0.0.1"
            module: ejabberd_c2s
            starttls: false
            shaper: none
            access: all
        modules:
          mod_disco: {}
          mod_roster: {}
          mod_ping: {}
          mod_admin_extra: {}
          mod_mam:
            default: always
            db_type: %s
          mod_muc:
            host: "rooms.@HOST@"
            access_create: all
            access_persistent: all
            default_room_options:
              persistent: true
              mam: true
        """
            .formatted(
                isSql ? "sql_type: sqlite\nsql_database: \"" + archive() + "\"" : "",
                port(),
                isSql ? "sql" : "mnesia"));
    write("conf/inetrc", "{lookup, [\"file\", \"native\"]}.\n");
    Files.createDirectories(folder().resolve("log"));
    Files.createDirectories(folder().resolve("spool"));
    own();
    if (isSql) {
      run(List.of("sqlite3", archive().toString(), ".read " + TABLES));
    }
    start();
    List<String> accounts = new ArrayList<>(PEOPLE);
    accounts.add(PARLEY);
    for (String account : accounts) {
      account(account, PASSWORD);
    }
  }

  private Path archive() {
    return folder().resolve("archive.db");
  }

  @Override
  Map<String, String> environment() {
    return Map.of(
        "ERL_DIST_PORT",
        Integer.toString(distribution),
        "HOME",
        folder().resolve("spool").toString());
  }

  @Override
  List<String> command() {
    return control("foreground");
  }

  private List<String> control(String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "bash",
                folder().resolve("ctl").toString(),
                "-d",
                folder().resolve("conf").toString(),
                "-l",
                folder().resolve("log").toString(),
                "-s",
                folder().resolve("spool").toString()));
    command.addAll(List.of(words));
    return command;
  }

  @Override
  void account(String name, String password) throws Exception {
    run(control("register", name, DOMAIN, password));
  }

  @Override
  ProcessHandle server(Process started) {
    return started
        .descendants()
        .filter(one -> one.info().command().orElse("").endsWith("beam.smp"))
        .findFirst()
        .orElseThrow();
  }

  @Override
  void stop() throws Exception {
    end();
  }
}

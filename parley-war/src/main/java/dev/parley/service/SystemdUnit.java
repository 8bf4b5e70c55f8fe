package dev.parley.service;

import java.nio.file.Path;
import java.util.List;

/** The text of a unit of systemd, as closed to the rest of the machine as the server allows. */
final class SystemdUnit {
  static final String NAME = "parley.service";

  /**
   * The folders that are hidden from a service of the machine, so that no program may lie there.
   */
  private static final List<String> HIDDEN =
      List.of("/home", "/root", "/run/user", "/tmp", "/var/tmp");

  /** For the unit of the machine; that of a user may close itself to system calls alone. */
  private static final String OF_THE_MACHINE =
      """
      # A user that exists while the service runs. It keeps its data in /var/lib/parley and reads
      # /etc/parley/parley.properties.
      DynamicUser=yes
      StateDirectory=parley
      StateDirectoryMode=0700
      CacheDirectory=parley
      CacheDirectoryMode=0700
      ConfigurationDirectory=parley
      Environment=XDG_CONFIG_HOME=/etc XDG_DATA_HOME=/var/lib XDG_CACHE_HOME=/var/cache
      # Secrets, such as PARLEY_TOKEN=..., in a file that root alone can read.
      EnvironmentFile=-/etc/parley/parley.env

      CapabilityBoundingSet=
      AmbientCapabilities=
      DevicePolicy=closed
      PrivateDevices=yes
      PrivateTmp=yes
      PrivateUsers=yes
      ProcSubset=all
      ProtectClock=yes
      ProtectControlGroups=yes
      ProtectHome=yes
      ProtectHostname=yes
      ProtectKernelLogs=yes
      ProtectKernelModules=yes
      ProtectKernelTunables=yes
      ProtectProc=invisible
      ProtectSystem=strict
      RemoveIPC=yes
      """;

  private static final String OF_A_USER =
      """
      # Secrets, such as PARLEY_TOKEN=..., in a file that you alone can read.
      EnvironmentFile=-%E/parley/parley.env

      """;

  private SystemdUnit() {}

  /** Returns the unit that runs {@code war}. */
  static String text(Path java, Path war, boolean system) {
    return ServiceFile.UNIT_MARK
        + """

        # A change belongs in a file of its own, which `systemctl edit parley` makes.
        [Unit]
        Description=Parley, a meeting place for AI agents
        """
        + (system ? "Wants=network-online.target\nAfter=network-online.target\n" : "")
        + """
        StartLimitIntervalSec=60
        StartLimitBurst=5

        [Service]
        Type=exec
        ExecStart=%s -jar %s serve
        # Stopped by a signal is stopped as asked.
        SuccessExitStatus=143
        # 2 is a mistake in the settings, which another start does not mend.
        RestartPreventExitStatus=2
        Restart=on-failure
        RestartSec=2
        TimeoutStopSec=30
        LimitNOFILE=65536
        UMask=0077

        """
            .formatted(quoted(java), quoted(war))
        + (system ? OF_THE_MACHINE : OF_A_USER)
        + """
        # Not MemoryDenyWriteExecute: the JVM compiles while it runs.
        LockPersonality=yes
        NoNewPrivileges=yes
        RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        SystemCallArchitectures=native
        SystemCallErrorNumber=EPERM
        SystemCallFilter=@system-service
        """
        + (system ? "SystemCallFilter=~@privileged @resources\n" : "")
        + "\n[Install]\nWantedBy="
        + (system ? "multi-user.target" : "default.target")
        + "\n";
  }

  /**
   * Checks that a service of the machine can see a program.
   *
   * @throws ServiceRefused where it lies in a folder that is hidden from it
   */
  static void checkVisible(Path program) {
    for (String hidden : HIDDEN) {
      if (program.startsWith(hidden)) {
        throw new ServiceRefused(
            "a service of the machine cannot see "
                + program
                + ", as "
                + hidden
                + " is hidden from it; move it, for example to /opt/parley");
      }
    }
  }

  /** Returns a path as one word of {@code ExecStart}. */
  private static String quoted(Path path) {
    String text = ServiceFile.checked(path);
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("%", "%%").replace("$", "$$")
        + '"';
  }
}

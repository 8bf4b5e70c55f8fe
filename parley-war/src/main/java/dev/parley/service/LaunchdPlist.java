package dev.parley.service;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The text of a property list of launchd, for an agent of one user. */
final class LaunchdPlist {
  static final String LABEL = "dev.parley.server";

  private LaunchdPlist() {}

  /** Returns the list that runs {@code war}, whose output goes to a bounded {@code log}. */
  static String text(Path java, Path war, Path log) {
    String words =
        List.of(
                ServiceFile.checked(java),
                "-Dparley.log=" + ServiceFile.checked(log),
                "-jar",
                ServiceFile.checked(war),
                "serve")
            .stream()
            .map(word -> "    <string>" + escaped(word) + "</string>\n")
            .collect(Collectors.joining());
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        """
        + ServiceFile.PLIST_MARK
        + """

        <plist version="1.0">
        <dict>
          <key>Label</key>
          <string>%s</string>
          <key>ProgramArguments</key>
          <array>
        %s  </array>
          <key>RunAtLoad</key>
          <true/>
          <key>KeepAlive</key>
          <dict>
            <key>SuccessfulExit</key>
            <false/>
          </dict>
          <key>ThrottleInterval</key>
          <integer>10</integer>
          <key>ExitTimeOut</key>
          <integer>30</integer>
          <key>ProcessType</key>
          <string>Background</string>
          <key>Umask</key>
          <integer>63</integer>
          <key>SoftResourceLimits</key>
          <dict>
            <key>NumberOfFiles</key>
            <integer>65536</integer>
          </dict>
        </dict>
        </plist>
        """
            .formatted(LABEL, words);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}

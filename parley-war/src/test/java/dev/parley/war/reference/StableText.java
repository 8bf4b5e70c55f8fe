package dev.parley.war.reference;

import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON of a run with what changes from run to run replaced: ids, times and durations. */
public final class StableText {
  /** The time in place of every other. */
  public static final String TIME = "2026-11-28T09:14:03.127Z";

  private static final Pattern ULID = Pattern.compile("\\b0[0-7][0-9A-HJKMNP-TV-Z]{24}\\b");
  private static final Pattern UUID =
      Pattern.compile("\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b");
  private static final Pattern CURSOR = Pattern.compile("(01K…-\\d+-)[0-9A-Z]+");
  private static final Pattern ISO =
      Pattern.compile("\\b20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  private static final Pattern DAY = Pattern.compile("\\b20\\d\\d-\\d\\d-\\d\\d\\b(?!T)");
  private static final Pattern SECONDS = Pattern.compile("(\"(?:created|updated)_at\":)\\d+");
  private static final Pattern MILLIS = Pattern.compile("(\"(?:lastSeenMs)\":)\\d+");
  private static final Pattern DURATION = Pattern.compile("(\"(?:ageMs|millis)\":)\\d+");

  private StableText() {}

  /** Returns JSON as lines, with one id of each form, one time and one duration everywhere. */
  public static String of(JsonNode json) {
    String stable = ULID.matcher(json.toString()).replaceAll("01K…");
    stable = CURSOR.matcher(stable).replaceAll("$1…");
    stable = UUID.matcher(stable).replaceAll("01a2…");
    stable = ISO.matcher(stable).replaceAll(TIME);
    stable = DAY.matcher(stable).replaceAll("2026-11-28");
    stable = SECONDS.matcher(stable).replaceAll("$11795857243");
    stable = MILLIS.matcher(stable).replaceAll("$11795857243127");
    return JsonLines.of(JsonMapper.shared().readTree(DURATION.matcher(stable).replaceAll("$1412")));
  }
}

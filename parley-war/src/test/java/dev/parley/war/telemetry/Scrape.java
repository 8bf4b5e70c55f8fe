package dev.parley.war.telemetry;

import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.Reply;
import dev.parley.war.testing.RunningServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics of a server at one moment, parsed from the text format of Prometheus. */
record Scrape(List<Sample> samples) {
  private static final Pattern LINE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? ([^ ]+)");
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** One line. */
  record Sample(String name, Map<String, String> labels, double value) {}

  static Scrape of(RunningServer server) {
    Reply reply = RawMcp.at(server.at("/metrics")).get();
    if (reply.status() != 200) {
      throw new AssertionError("HTTP " + reply.status() + " " + reply.body());
    }
    return parsed(reply.body());
  }

  static Scrape parsed(String text) {
    List<Sample> samples = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("#")) {
        continue;
      }
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        throw new AssertionError("no sample: " + line);
      }
      Map<String, String> labels = new LinkedHashMap<>();
      if (parts.group(2) != null) {
        Matcher each = LABEL.matcher(parts.group(2));
        while (each.find()) {
          labels.put(each.group(1), each.group(2));
        }
      }
      String value = parts.group(3).replace("+Inf", "Infinity");
      samples.add(new Sample(parts.group(1), labels, Double.parseDouble(value)));
    }
    return new Scrape(List.copyOf(samples));
  }

  /** Returns the value of a series; 0 where there is none. */
  double value(String name, String... labels) {
    Map<String, String> wanted = new LinkedHashMap<>();
    for (int i = 0; i < labels.length; i += 2) {
      wanted.put(labels[i], labels[i + 1]);
    }
    return samples.stream()
        .filter(sample -> sample.name().equals(name))
        .filter(sample -> sample.labels().entrySet().containsAll(wanted.entrySet()))
        .mapToDouble(Sample::value)
        .sum();
  }
}

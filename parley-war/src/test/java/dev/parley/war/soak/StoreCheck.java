package dev.parley.war.soak;

import dev.parley.war.driver.Wire;
import dev.parley.war.load.ClaimChecker;
import dev.parley.war.load.Crew;
import dev.parley.war.load.DeliveryChecker;
import dev.parley.war.load.Mark;
import dev.parley.war.load.Work;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads from the server what it has acknowledged: the posts that it keeps, and the last claims. */
final class StoreCheck {
  private static final Pattern MARK =
      Pattern.compile(Wire.MARK + "(p[0-9a-f]{" + (Mark.LENGTH - 1) + "})");
  private static final Pattern SEQ = Pattern.compile("\"seq\":([0-9]+)");
  private static final int PAGE = 200;

  private final Crew crew;
  private final Site site;
  private long posts;
  private long lostPosts;
  private long claims;
  private long lostClaims;

  /** The numbers found. */
  record Result(long posts, long lostPosts, long claims, long lostClaims) {}

  private StoreCheck(Crew crew, Site site) {
    this.crew = crew;
    this.site = site;
  }

  static Result run(Crew crew, String origin) throws IOException {
    Site site = new Site(origin);
    site.logIn("soak-check");
    StoreCheck check = new StoreCheck(crew, site);
    for (int room = 0; room < crew.settings().rooms(); room++) {
      check.posts(room);
    }
    for (ClaimChecker.Win win : crew.claims().wins()) {
      check.claim(win);
    }
    site.logOut();
    return new Result(check.posts, check.lostPosts, check.claims, check.lostClaims);
  }

  /**
   * The oldest posts are pruned, so each sender's numbers are checked from the first that is there.
   */
  private void posts(int room) throws IOException {
    Map<Integer, BitSet> found = read(crew.durable(room));
    DeliveryChecker sent = crew.deliveries().checker(Work.POST);
    for (int sender = room; sender < crew.settings().agents(); sender += crew.settings().rooms()) {
      BitSet numbers = found.getOrDefault(sender, new BitSet());
      posts += numbers.cardinality();
      lostPosts += sent.lost(sender, numbers);
    }
  }

  private Map<Integer, BitSet> read(String room) throws IOException {
    Map<Integer, BitSet> found = new HashMap<>();
    long after = 0;
    for (long last = -1; last != after; ) {
      last = after;
      String page = site.get("/api/rooms/" + room + "/messages?limit=" + PAGE + "&after=" + after);
      for (MatchResult text : MARK.matcher(page).results().toList()) {
        Mark mark = Mark.parse(text.group(1));
        found.computeIfAbsent(mark.sender(), any -> new BitSet()).set(mark.number());
      }
      for (Matcher seq = SEQ.matcher(page); seq.find(); ) {
        after = Math.max(after, Long.parseLong(seq.group(1)));
      }
    }
    return found;
  }

  private void claim(ClaimChecker.Win win) throws IOException {
    claims++;
    String task = site.get("/api/sessions/" + win.session() + "/tasks/" + win.task());
    lostClaims += task.contains("\"assignee\":\"" + win.agent() + "\"") ? 0 : 1;
  }
}

package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rules by which events become bars, columns and numbers, as the page's modules have them. */
class TimelineModelIT extends TeamPage {
  private static final String BEGIN = "2026-01-15T10:00:00.000Z";
  private OpenPage page;

  /** Functions that make events, a minute apart for each number. */
  private static final String MADE =
      """
      const at = (minute) => new Date(Date.parse("%s") + minute * 60000).toISOString();
      const task = (minute, id, status, assignee = null, agent = assignee) =>
        ({ seq: minute, at: at(minute), kind: "task_changed", task: id, title: id, status, assignee, agent });
      const review = (minute, id, status, reviewer, agent = null) =>
        ({ seq: minute, at: at(minute), kind: "review_changed", review: id, name: id, artifact: "a", status, reviewer, agent });
      const said = (minute, from, text, to = null) =>
        ({ seq: minute, at: at(minute), kind: "message_said", agent: from, message: { from, to, text } });
      const minutes = (moment) => (moment - Date.parse("%s")) / 60000;
      const brief = (one) => [one.kind, one.agent, minutes(one.from), minutes(one.to), one.outcome, one.open, one.cut].join(" ");
      const load = (file) => import(new URL(`assets/${file}`, document.baseURI).href);
      """
          .formatted(BEGIN, BEGIN);

  @BeforeAll
  void open() {
    page = page();
    page.at("now");
  }

  @AfterAll
  void close() {
    page.close();
  }

  private Object made(String body) {
    return page.page().evaluate("async () => {" + MADE + body + "}");
  }

  private static List<Object> list(Object made) {
    return List.copyOf((List<?>) made);
  }

  private List<Object> bars(String work, String said, String more) {
    return list(
        made(
            "const { timelineOf } = await load('timeline/model.js');"
                + "const tasks = new Map(["
                + "['a', { id: 'a', title: 'a', dependsOn: [] }],"
                + "['b', { id: 'b', title: 'b', dependsOn: ['a'] }],"
                + "['c', { id: 'c', title: 'c', dependsOn: ['a'] }]]);"
                + "return timelineOf(["
                + work
                + "], ["
                + said
                + "], tasks, { isCut: false, now: null, "
                + more
                + " }).bars.map(brief);"));
  }

  private List<Object> barsOf(String work) {
    return bars(work, "", "");
  }

  @Test
  void task_isABar_fromTheClaimToTheEnd() {
    assertThat(
            barsOf(
                "task(0, 'a', 'todo'), task(1, 'a', 'in_progress', 'be'),"
                    + "task(4, 'a', 'done', 'be')"))
        .containsExactly("task be 1 4 done false false");
  }

  @Test
  void taskThatIsReleased_orGivenToAnother_isABarForEachThatHadIt() {
    assertThat(
            barsOf(
                "task(0, 'a', 'todo'), task(1, 'a', 'in_progress', 'be'), task(2, 'a', 'todo'),"
                    + "task(3, 'a', 'in_progress', 'fe'), task(5, 'a', 'in_progress', 'qa'),"
                    + "task(6, 'a', 'in_review', 'qa')"))
        .containsExactly(
            "task be 1 2 todo false false",
            "task fe 3 5 in_progress false false",
            "task qa 5 6  true false");
  }

  @Test
  void taskThatWasNeverClaimed_isNoBar() {
    assertThat(barsOf("task(0, 'a', 'todo'), task(1, 'a', 'done', null, 'lead')")).isEmpty();
  }

  @Test
  void openBars_goOnUntilNow() {
    String work = "task(0, 'a', 'todo'), task(1, 'a', 'in_progress', 'be')";
    assertThat(bars(work, "", "now: Date.parse(at(9))")).containsExactly("task be 1 9  true false");
  }

  @Test
  void whatBeganBeforeTheEvents_beginsWithThem() {
    String work =
        "task(3, 'x', 'in_progress', 'fe'), task(5, 'a', 'done', 'be'),"
            + "review(6, 'r', 'approved', 'qa', 'qa')";
    assertThat(bars(work, "", "isCut: true"))
        .containsExactly(
            "task be 3 5 done false true",
            "task fe 3 6  true false",
            "review qa 3 6 approved false true");
  }

  @Test
  void review_isABarOfTheReviewer() {
    assertThat(
            barsOf(
                "review(1, 'r', 'pending', 'qa', 'be'), review(2, 's', 'pending', 'ann', 'be'),"
                    + "review(4, 'r', 'changes_requested', 'qa', 'lead')"))
        .containsExactly(
            "review qa 1 4 changes_requested false false", "review ann 2 4  true false");
  }

  @Test
  void waitForAnAnswer_endsWithAMessageToTheAgent_orItsNextAct() {
    String said =
        "said(1, 'be', 'end:waiting | Which?', 'ann'), said(2, 'qa', 'not to be'),"
            + "said(3, 'ann', 'This.', 'be'), said(4, 'fe', ' end:waiting'),"
            + "said(7, 'qa', 'end:waiting | on')";
    assertThat(bars("task(6, 'a', 'in_progress', 'fe')", said, ""))
        .containsExactly(
            "wait be 1 3  false false",
            "wait fe 4 6  false false",
            "task fe 6 7  true false",
            "wait qa 7 7  true false");
  }

  @Test
  void waitForTasks_isWhileAnAgentHoldsNone() {
    String work =
        "task(0, 'a', 'todo'), task(1, 'b', 'todo', 'be'), task(2, 'c', 'todo', 'be'),"
            + "task(3, 'z', 'in_progress', 'be'), task(5, 'z', 'done', 'be'),"
            + "task(7, 'a', 'done', null, 'lead')";
    assertThat(barsOf(work))
        .containsExactly(
            "wait be 1 3  false false", "task be 3 5 done false false", "wait be 5 7  false false");
  }

  @Test
  void barsThatOverlap_areBelowEachOther() {
    Object rows =
        made(
            "const { lanesOf, timelineOf } = await load('timeline/model.js');"
                + "const work = [task(0, 'a', 'in_progress', 'be'), task(1, 'b', 'in_progress', 'be'),"
                + "task(5, 'a', 'done', 'be'), task(6, 'c', 'in_progress', 'be'), task(9, 'c', 'done', 'be')];"
                + "const timeline = timelineOf(work, [], new Map(), { isCut: false, now: null });"
                + "const rows = (shortest) => {"
                + " const lanes = lanesOf(timeline, shortest);"
                + " return [lanes.length, lanes[0].height, ...lanes[0].rows].join(' ');"
                + "};"
                + "return [rows(0.01), rows(0.7)];");
    assertThat(list(rows)).containsExactly("1 2 0 1 0", "1 3 0 1 2");
  }

  @Test
  void columns_haveWhatCanBeDoneFirst_thenWhatIsUrgent_thenWhatIsOld() {
    Object order =
        made(
            "const { cardOf, ORDERS } = await load('cards.js');"
                + "const one = (id, priority, minute, needs = []) =>"
                + " ({ id, priority, status: 'todo', dependsOn: needs, createdAt: at(minute), updatedAt: at(minute) });"
                + "const all = [one('late', 'high', 5), one('stuck', 'critical', 0, ['late']),"
                + " one('low', 'low', 1), one('early', 'high', 2), one('top', 'critical', 9)];"
                + "const board = { blockedBy: ({ dependsOn }) => dependsOn };"
                + "return all.map((task) => cardOf(task, board, new Map(), new Map()))"
                + ".sort(ORDERS.todo).map(({ task }) => task.id);");
    assertThat(list(order)).containsExactly("top", "early", "late", "low", "stuck");
  }

  @Test
  void events_sayWhatCameBack_andSinceWhenATaskIsWhereItIs() {
    Object told =
        made(
            "const { tasksIn, pendingIn } = await load('run.js');"
                + "const events = [task(0, 'a', 'todo'), task(1, 'a', 'in_progress', 'be'),"
                + " task(2, 'a', 'in_progress', 'fe'), task(3, 'b', 'todo'), task(4, 'a', 'in_review', 'fe'),"
                + " task(5, 'a', 'in_progress', 'fe'), task(6, 'c', 'in_progress', 'fe'), task(7, 'c', 'todo'),"
                + " review(8, 'r', 'pending', 'qa', 'be'), review(9, 's', 'pending', 'qa', 'be'),"
                + " review(10, 'r', 'approved', 'qa', 'qa')];"
                + "const known = [...tasksIn(events)].map(([id, { status, since, returned }]) =>"
                + " `${id} ${status} ${minutes(Date.parse(since))} ${returned}`);"
                + "const pending = [...pendingIn(events)].map(([agent, all]) => `${agent} ${all.map((e) => e.review)}`);"
                + "return [...known, ...pending];");
    assertThat(list(told))
        .containsExactly(
            "a in_progress 5 in_review", "b todo 3 null", "c todo 7 in_progress", "be s");
  }

  @Test
  void progress_countsDoneTasksByInterval_withTheirLeadTimes() {
    Object told =
        made(
            "const { progressOf } = await load('charts/model.js');"
                + "const one = (id, created, status, changed) =>"
                + " ({ id, status, createdAt: at(created), updatedAt: at(changed) });"
                + "const tasks = [one('a', 0, 'done', 9), one('b', 0, 'done', 3), one('c', 1, 'done', 4),"
                + " one('d', 2, 'todo', 2)];"
                + "const known = new Map([['a', { status: 'done', since: at(6) }], ['b', { status: 'todo', since: at(1) }]]);"
                + "const { length, intervals, done, all, median } = progressOf(tasks, known);"
                + "return [length / 60000, done, all, median / 60000,"
                + " intervals.map((i) => `${minutes(i.from)}:${i.done}:${i.median === null ? '-' : i.median / 60000}`).join(' ')];");
    assertThat(list(told)).containsExactly(1, 3, 4, 3, "0:0:- 1:0:- 2:0:- 3:1:3 4:1:3 5:0:- 6:1:6");
  }

  /** The clocks of two nodes may differ. */
  @Test
  void taskThatIsDoneBeforeItsCreation_isDoneThen() {
    Object told =
        made(
            "const { progressOf } = await load('charts/model.js');"
                + "const one = (id, created, changed) =>"
                + " ({ id, status: 'done', createdAt: at(created), updatedAt: at(changed) });"
                + "const { intervals, done, median } = progressOf([one('a', 5, 2), one('b', 6, 6)], new Map());"
                + "return [done, median, intervals.map((i) => `${minutes(i.from)}:${i.done}`).join(' ')];");
    assertThat(list(told)).containsExactly(2, 0, "5:1 6:1");
  }

  /** On 29 March 2026 a day of Berlin has 23 hours. */
  @Test
  void days_beginAtMidnight_alsoAfterAChangeOfTheClock() {
    try (OpenPage berlin =
        new OpenPage(chromium.windowIn("Europe/Berlin"), place.base().toString())) {
      berlin.at("now");
      Object told =
          berlin
              .page()
              .evaluate(
                  """
                  async () => {
                    const { progressOf } = await import(new URL("assets/charts/model.js", document.baseURI).href);
                    const one = (id, updatedAt) =>
                      ({ id, status: "done", createdAt: "2026-03-15T11:00:00.000Z", updatedAt });
                    const { length, intervals } = progressOf(
                      [one("a", "2026-03-31T22:30:00.000Z"), one("b", "2026-04-02T10:00:00.000Z")], new Map());
                    const full = intervals.filter(({ done }) => done).map(({ from }) => new Date(from).toString().slice(4, 21));
                    const hours = new Set(intervals.flatMap(({ from, to }) => [from, to]).map((at) => new Date(at).getHours()));
                    return [length / 3600000, [...hours].join(), ...full];
                  }
                  """);
      assertThat(list(told)).containsExactly(24, "0", "Apr 01 2026 00:00", "Apr 02 2026 00:00");
    }
  }

  @Test
  void axes_haveRoundNumbers_andAtMostFive() {
    Object told =
        made(
            "const { countScale, spanScale } = await load('charts/model.js');"
                + "const { ticks } = await load('timeline/model.js');"
                + "return { few: countScale(3), many: countScale(170), one: countScale(1),"
                + " spans: spanScale(200000).map((ms) => ms / 1000),"
                + " ticks: ticks(Date.parse(at(1)), Date.parse(at(61)), 20 * 60000).moments.map(minutes) };");
    assertThat((Map<?, ?>) told)
        .isEqualTo(
            Map.of(
                "few", List.of(0, 1, 2, 3),
                "many", List.of(0, 50, 100, 150, 200),
                "one", List.of(0, 1),
                "spans", List.of(0, 60, 120, 180, 240),
                "ticks", List.of(1, 30, 60)));
  }
}

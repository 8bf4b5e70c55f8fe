package dev.parley.war.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The sentences of a task's history and the pairs of a comparison, as the page's modules have them.
 */
class PageWordsIT extends TeamPage {
  private static final String BEGIN = "2026-01-15T10:00:00.000Z";

  /** Functions that make a task's events, a minute apart, and read the sentences about them. */
  private static final String MADE =
      """
      const load = (file) => import(new URL(`assets/${file}`, document.baseURI).href);
      const at = (minute) => new Date(Date.parse("%s") + minute * 60000).toISOString();
      const to = (status, assignee = null, agent = assignee, reason = null) => ({ status, assignee, agent, reason });
      const told = async (events, more = {}, artifacts = []) => {
        const { history } = await load("task/history.js");
        const { render } = await load("lib/lit-html/lit-html.js");
        const history_ = events.map((event, i) => ({ ...event, at: at(i) }));
        const task = { id: "t", createdBy: "lead", createdAt: at(0), history: history_, historyTruncated: false, ...more };
        const place = document.createElement("div");
        render(history("s", task, artifacts), place);
        return [...place.querySelectorAll("li")].map((step) =>
          (step.querySelector(".history-sentence") ?? step).textContent.trim());
      };
      """
          .formatted(BEGIN);

  private OpenPage page;

  @BeforeAll
  void open() {
    page = page();
    page.at("now");
  }

  @AfterAll
  void close() {
    page.close();
  }

  private List<Object> made(String body) {
    return List.copyOf((List<?>) page.page().evaluate("async () => {" + MADE + body + "}"));
  }

  private List<Object> told(String events) {
    return made("return told([" + events + "]);");
  }

  @Test
  void creation_saysForWhom() {
    assertThat(told("to('todo', null, 'lead')")).containsExactly("lead created the task.");
    assertThat(told("to('todo', 'be', 'lead')"))
        .containsExactly("lead created the task and assigned it to be.");
    assertThat(told("to('todo', 'lead')")).containsExactly("lead created the task as its own.");
  }

  @Test
  void claimThatRanOut_isSaid() {
    assertThat(
            told(
                "to('todo', null, 'lead'), to('in_progress', 'be'), to('todo', null, null),"
                    + " to('in_progress', 'qa')"))
        .containsExactly(
            "lead created the task.",
            "be claimed the task.",
            "The claim of be ran out. The task went back to Todo.",
            "qa claimed the task.");
    assertThat(told("to('todo', 'fe', 'lead'), to('in_progress', 'be'), to('todo', 'fe', null)"))
        .endsWith("The claim of be ran out. The task went back to Todo, with fe.");
  }

  @Test
  void taskOfAnother_isGivenAndTaken() {
    assertThat(
            told(
                "to('todo', null, 'lead'), to('todo', 'be', 'lead'), to('todo', 'qa', 'lead'),"
                    + " to('todo', 'lead'), to('todo', 'lead')"))
        .containsExactly(
            "lead created the task.",
            "lead assigned the task to be.",
            "lead took the task from be and assigned it to qa.",
            "lead took the task from qa.",
            "lead edited the task.");
    assertThat(told("to('todo', null, 'lead'), to('in_progress', 'be'), to('in_progress', 'qa')"))
        .endsWith("qa took the task over from be.");
    assertThat(
            told(
                "to('todo', null, 'lead'), to('in_progress', 'be', 'lead'),"
                    + " to('todo', null, 'lead'), to('in_progress', 'be'), to('todo', null, 'be')"))
        .containsExactly(
            "lead created the task.",
            "lead put the task in progress, with be.",
            "lead took the task from be and put it back to Todo, with nobody.",
            "be claimed the task.",
            "be gave the task back to Todo, with nobody.");
  }

  @Test
  void endOfATask_saysWhoEndedIt() {
    String claimed = "to('todo', null, 'lead'), to('in_progress', 'be'), ";
    assertThat(told(claimed + "to('done', 'be')")).endsWith("be finished the task.");
    assertThat(told(claimed + "to('done', 'be', 'lead')")).endsWith("lead closed the task of be.");
    assertThat(told("to('todo', null, 'lead'), to('done', null, 'lead')"))
        .endsWith("lead closed the task from Todo.");
    assertThat(
            told(
                claimed
                    + "to('in_review', 'be'), to('in_progress', 'be'), to('done', 'be'),"
                    + " to('in_review', 'be', 'lead'), to('done', 'be', 'lead'),"
                    + " to('todo', null, 'lead')"))
        .endsWith(
            "be put the task in review.",
            "be went back to work on the task.",
            "be finished the task.",
            "lead opened the task again for a verdict.",
            "lead closed the task of be.",
            "lead opened the task again, with nobody.");
  }

  @Test
  void hookThatFailed_isSaid() {
    assertThat(
            told(
                "to('todo', null, 'lead'), to('in_progress', 'be'),"
                    + " to('in_review', 'be', 'be', 'exit code 2')"))
        .endsWith("be tried to finish the task. A hook failed, and it is In review.");
  }

  @Test
  void historyThatIsCut_saysSo_andBeginsInTheMiddle() {
    assertThat(made("return told([to('in_progress', 'be')], { historyTruncated: true });"))
        .containsExactly(
            "lead created the task.",
            "Older changes are left out.",
            "be changed the task: it was In progress, with be.");
  }

  @Test
  void artifactsAndVerdicts_standAmongTheChanges_byTime() {
    assertThat(
            made(
                """
                const review = { requester: "be", reviewer: "qa", createdAt: at(0.6), updatedAt: at(0.7) };
                const plan = { id: "p", name: "plan.md", version: 2, createdBy: "be", createdAt: at(0.5) };
                return told([to("todo", null, "lead"), to("in_progress", "be"), to("done", "be")], {}, [
                  { ...plan, reviews: [{ ...review, status: "approved" }] },
                  { ...plan, version: 1, createdAt: at(-1), reviews: [{ ...review, createdAt: at(5), status: "pending" }] },
                ]);
                """))
        .containsExactly(
            "be posted plan.md.",
            "lead created the task.",
            "be posted plan.md, version 2.",
            "be asked qa for a verdict on plan.md, version 2.",
            "qa approved plan.md, version 2.",
            "be claimed the task.",
            "be finished the task.",
            "be asked qa for a verdict on plan.md.");
  }

  @Test
  void nothingSaid_namesWhatWasLookedThrough() {
    assertThat(
            made(
                """
                const { nothingSaid } = await load("session/excerpt.js");
                const { render } = await load("lib/lit-html/lit-html.js");
                return [false, true].map((isCut) => {
                  const place = document.createElement("div");
                  render(nothingSaid("Nothing.", isCut), place);
                  return place.textContent.trim();
                });
                """))
        .containsExactly(
            "Nothing.", "Nothing. Only the newest messages of the session were looked through.");
  }

  @Test
  void pairs_areMadeByName_alsoOfTwoOfOneName() {
    assertThat(
            made(
                """
                const { pairs } = await load("compare/model.js");
                const words = ({ name, a, b }) => [name, a?.id, b?.id].join(" ");
                const thing = (id, name) => ({ id, name });
                return pairs(
                  [thing("a1", "x"), thing("a2", "y"), thing("a3", "x")],
                  [thing("b1", "z"), thing("b2", "x")],
                  ({ name }) => name,
                ).map(words);
                """))
        .containsExactly("x a1 b2", "y a2 ", "x a3 ", "z  b1");
  }

  @Test
  void lengthAndWeakestVerdict_areNothing_whereThereIsNone() {
    assertThat(
            made(
                """
                const { lengthOf, weakest } = await load("compare/model.js");
                const verdicts = (...all) => String(weakest(all.map((status) => ({ status }))));
                return [
                  String(lengthOf({ createdAt: at(0), lastAt: at(2) })),
                  String(lengthOf({ createdAt: at(0), lastAt: null })),
                  verdicts(),
                  verdicts("approved", "pending"),
                  verdicts("approved", "changes_requested", "pending"),
                ];
                """))
        .containsExactly("120000", "null", "null", "pending", "changes_requested");
  }
}

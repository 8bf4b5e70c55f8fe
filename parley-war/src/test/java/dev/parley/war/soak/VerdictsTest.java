package dev.parley.war.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerdictsTest {
  private static final String KIND = "task claim";
  private static final IntToDoubleFunction FLAT = after(Integer.MAX_VALUE, 0);

  @Test
  void life_thatIsFlat_passes() {
    List<Verdict> verdicts = Verdicts.on(life(1800, FLAT, FLAT, FLAT));

    assertThat(verdicts)
        .extracting(Verdict::figure)
        .containsExactly("one: resident", "one: descriptors", "one: p99 of task claim");
    assertThat(verdicts).allMatch(Verdict::isPassed);
  }

  @Test
  void growth_whileItSettles_isNotJudged() {
    IntToDoubleFunction settles = second -> second <= 600 ? second : 600;

    assertThat(Verdicts.on(life(1800, settles, settles, settles))).allMatch(Verdict::isPassed);
  }

  @Test
  void growth_ofMoreThanFivePercent_fails() {
    assertThat(failed(life(1800, after(1200, 104.9), FLAT, FLAT))).isEmpty();
    assertThat(failed(life(1800, after(1200, 105.1), FLAT, FLAT))).containsExactly("one: resident");
    assertThat(failed(life(1800, FLAT, after(1200, 106), FLAT)))
        .containsExactly("one: descriptors");
  }

  @Test
  void latency_thatGrowsByMoreThanHalf_fails() {
    assertThat(failed(life(1800, FLAT, FLAT, after(1200, 149)))).isEmpty();
    assertThat(failed(life(1800, FLAT, FLAT, after(1200, 151))))
        .containsExactly("one: p99 of task claim");
  }

  @Test
  void what_becomesLess_passes() {
    IntToDoubleFunction less = after(1200, 10);

    assertThat(failed(life(1800, less, less, less))).isEmpty();
  }

  @Test
  void longLife_isJudgedByItsTenMinutes() {
    Life hour = life(3600, second -> second, FLAT, FLAT);
    Verdict resident = Verdicts.on(hour).get(0);

    assertThat(hour.early()).extracting(Sample::seconds).startsWith(610.0).endsWith(1200.0);
    assertThat(hour.late()).extracting(Sample::seconds).startsWith(3010.0).endsWith(3600.0);
    assertThat(resident.ratio()).isCloseTo(3305 / 905.0, within(0.001));
  }

  @Test
  void shortLife_isJudgedByItsThirds() {
    Life short_ = life(180, FLAT, FLAT, FLAT);

    assertThat(short_.early()).extracting(Sample::seconds).startsWith(70.0).endsWith(120.0);
    assertThat(short_.late()).extracting(Sample::seconds).startsWith(130.0).endsWith(180.0);
  }

  @Test
  void life_withTooFewSamples_fails() {
    assertThat(failed(life(60, FLAT, FLAT, FLAT))).hasSize(3);
  }

  @Test
  void samples_withoutCallsOfAKind_areLeftOut() {
    IntToDoubleFunction rare = second -> second % 20 == 0 ? 100 : Double.NaN;

    assertThat(Verdicts.on(life(1800, FLAT, FLAT, rare))).hasSize(3).allMatch(Verdict::isPassed);
    assertThat(Verdicts.on(life(1800, FLAT, FLAT, second -> Double.NaN))).hasSize(2);
  }

  private static List<String> failed(Life life) {
    return Verdicts.on(life).stream().filter(v -> !v.isPassed()).map(Verdict::figure).toList();
  }

  private static IntToDoubleFunction after(int second, double value) {
    return now -> now > second ? value : 100;
  }

  private static Life life(
      int seconds,
      IntToDoubleFunction residentMb,
      IntToDoubleFunction descriptors,
      IntToDoubleFunction p99) {
    Life life = new Life("one", seconds);
    IntStream.rangeClosed(1, seconds / 10)
        .map(i -> i * 10)
        .forEach(
            second ->
                life.add(
                    new Sample(
                        second,
                        Math.round(residentMb.applyAsDouble(second) * 1024),
                        0,
                        Math.round(descriptors.applyAsDouble(second)),
                        0,
                        0,
                        0,
                        0,
                        Map.of(KIND, new Sample.Latency(1, p99.applyAsDouble(second))))));
    return life;
  }
}

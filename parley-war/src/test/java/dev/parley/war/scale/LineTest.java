package dev.parley.war.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LineTest {
  @Test
  void line_throughPointsOfALine_isThatLine() {
    Line line = Line.through(Map.of(1, 50.0, 2, 70.0, 4, 110.0));

    assertThat(line.base()).isCloseTo(30, within(1e-9));
    assertThat(line.perNode()).isCloseTo(20, within(1e-9));
    assertThat(line.at(9.5)).isCloseTo(220, within(1e-9));
  }

  @Test
  void line_throughPointsBesideIt_hasTheLeastSquares() {
    Line line = Line.through(Map.of(1, 0.0, 2, 3.0, 3, 0.0));

    assertThat(line).isEqualTo(new Line(1, 0));
  }

  @Test
  void line_throughOnePoint_isFlat() {
    assertThat(Line.through(Map.of(2, 7.0))).isEqualTo(new Line(7, 0));
  }
}

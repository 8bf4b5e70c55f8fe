package dev.parley.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The rules for sizes in the code of every module's {@code src/main/java}. Each rule has been seen
 * red once.
 */
class SizesTest {
  private static final int MAX_PARAMETERS = 7;

  /** A class with more of them groups those that belong together, in a record for example. */
  @Test
  void constructors_butThoseOfRecords_haveAtMostSevenParameters() throws IOException {
    List<String> found = new ArrayList<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      JavacTask parsing =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  null,
                  null,
                  null,
                  files.getJavaFileObjectsFromPaths(MainSources.files()));
      for (CompilationUnitTree file : parsing.parse()) {
        file.accept(new LongConstructors(), found);
      }
    }
    assertThat(found).isEmpty();
  }

  private static final class LongConstructors extends TreeScanner<@Nullable Void, List<String>> {
    @Override
    public @Nullable Void visitClass(ClassTree type, List<String> found) {
      if (type.getKind() != Tree.Kind.RECORD) {
        for (Tree member : type.getMembers()) {
          if (member instanceof MethodTree method
              && method.getReturnType() == null // it is a constructor
              && method.getParameters().size() > MAX_PARAMETERS) {
            found.add(type.getSimpleName() + ": " + method.getParameters().size());
          }
        }
      }
      return super.visitClass(type, found);
    }
  }
}

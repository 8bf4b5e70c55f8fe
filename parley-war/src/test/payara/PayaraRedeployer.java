import fish.payara.micro.BootstrapException;
import fish.payara.micro.PayaraMicro;
import fish.payara.micro.PayaraMicroRuntime;
import java.io.File;
import java.util.Scanner;

/**
 * Payara Micro with the options of its command line, which deploys its last option anew for each
 * line of the standard input. The JVM of a test compiles it: Payara's classes are no dependency.
 */
final class PayaraRedeployer {
  private PayaraRedeployer() {}

  public static void main(String[] options) throws BootstrapException {
    PayaraMicro.main(options);
    PayaraMicroRuntime runtime = PayaraMicro.getInstance().getRuntime();
    File war = new File(options[options.length - 1]);
    Scanner lines = new Scanner(System.in, "UTF-8");
    while (lines.hasNextLine()) {
      String line = lines.nextLine();
      runtime.undeploy("parley");
      System.out.println(line + ": " + runtime.deploy("parley", "parley", war));
    }
  }
}

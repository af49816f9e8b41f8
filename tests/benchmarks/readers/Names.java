// Prints the public and protected names of Java files, one `path TAB Owner.name` a line, as javac's
// own parser reads them; paths come on standard input.

import com.sun.source.tree.*;
import com.sun.source.util.JavacTask;
import java.io.*;
import java.util.*;
import javax.lang.model.element.Modifier;
import javax.tools.*;

class Names {
    static boolean open(ModifiersTree modifiers, boolean implied) {
        Set<Modifier> flags = modifiers.getFlags();
        if (flags.contains(Modifier.PRIVATE)) return false;
        return implied || flags.contains(Modifier.PUBLIC) || flags.contains(Modifier.PROTECTED);
    }

    static void say(String path, String owner, ClassTree type, boolean implied) {
        if (!open(type.getModifiers(), implied)) return;
        String name = owner.isEmpty() ? type.getSimpleName().toString() : owner + "." + type.getSimpleName();
        System.out.println(path + "\t" + name);
        Tree.Kind kind = type.getKind();
        boolean inside = kind == Tree.Kind.INTERFACE || kind == Tree.Kind.ANNOTATION_TYPE;
        for (Tree member : type.getMembers()) {
            if (member instanceof ClassTree) {
                say(path, name, (ClassTree) member, inside);
            } else if (member instanceof MethodTree) {
                MethodTree method = (MethodTree) member;
                String called = method.getName().contentEquals("<init>") ? type.getSimpleName().toString() : method.getName().toString();
                if (open(method.getModifiers(), inside)) System.out.println(path + "\t" + name + "." + called);
            } else if (member instanceof VariableTree) {
                VariableTree field = (VariableTree) member;
                if (open(field.getModifiers(), inside)) System.out.println(path + "\t" + name + "." + field.getName());
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(d -> {}, null, null);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String path; (path = lines.readLine()) != null; ) {
            JavacTask task = (JavacTask) compiler.getTask(new StringWriter(), files, d -> {}, null, null, files.getJavaFileObjects(path));
            for (CompilationUnitTree unit : task.parse())
                for (Tree type : unit.getTypeDecls())
                    if (type instanceof ClassTree) say(path, "", (ClassTree) type, false);
        }
    }
}

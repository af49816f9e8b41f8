// Prints the exported names of Go files, one `path TAB Owner.name` a line; paths come on standard input.
package main

import (
	"bufio"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
)

func typeName(expr ast.Expr) string {
	switch t := expr.(type) {
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.ParenExpr:
		return typeName(t.X)
	case *ast.IndexExpr:
		return typeName(t.X)
	case *ast.IndexListExpr:
		return typeName(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.Ident:
		return t.Name
	}
	return ""
}

func members(say func(...string), owner string, fields *ast.FieldList) {
	for _, field := range fields.List {
		for _, name := range field.Names {
			say(owner, name.Name)
		}
		if len(field.Names) == 0 {
			say(owner, typeName(field.Type))
		}
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		path := lines.Text()
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		say := func(parts ...string) {
			for _, part := range parts {
				if !ast.IsExported(part) {
					return
				}
			}
			fmt.Println(path + "\t" + strings.Join(parts, "."))
		}
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					say(d.Name.Name)
				} else {
					say(typeName(d.Recv.List[0].Type), d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.ValueSpec:
						for _, name := range s.Names {
							say(name.Name)
						}
					case *ast.TypeSpec:
						say(s.Name.Name)
						switch t := s.Type.(type) {
						case *ast.StructType:
							members(say, s.Name.Name, t.Fields)
						case *ast.InterfaceType:
							members(say, s.Name.Name, t.Methods)
						}
					}
				}
			}
		}
	}
}

//! Statements.

use rustpython_parser::ast::{self, ExceptHandler, Stmt, WithItem};

use super::{Node, Walk};

impl<'a> Walk<'a> {
    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each node, and each names all fields"
    )]
    pub(super) fn stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(ast::StmtFunctionDef {
                range: _,
                name: _,
                args,
                body,
                decorator_list,
                returns,
                type_comment: _,
                type_params,
            })
            | Stmt::AsyncFunctionDef(ast::StmtAsyncFunctionDef {
                range: _,
                name: _,
                args,
                body,
                decorator_list,
                returns,
                type_comment: _,
                type_params,
            }) => {
                self.exprs(decorator_list);
                self.type_params(type_params);
                self.arguments(args);
                self.maybe(returns.as_deref());
                self.body(body);
            }
            Stmt::ClassDef(ast::StmtClassDef {
                range: _,
                name: _,
                bases,
                keywords,
                body,
                decorator_list,
                type_params,
            }) => {
                self.exprs(decorator_list);
                self.type_params(type_params);
                self.exprs(bases);
                self.keywords(keywords);
                self.body(body);
            }
            Stmt::Return(ast::StmtReturn { range: _, value }) => self.maybe(value.as_deref()),
            Stmt::Delete(ast::StmtDelete { range: _, targets }) => self.exprs(targets),
            Stmt::Assign(ast::StmtAssign {
                range: _,
                targets,
                value,
                type_comment: _,
            }) => {
                self.exprs(targets);
                self.one(value);
            }
            Stmt::TypeAlias(ast::StmtTypeAlias {
                range: _,
                name,
                type_params,
                value,
            }) => {
                self.one(name);
                self.type_params(type_params);
                self.one(value);
            }
            Stmt::AugAssign(ast::StmtAugAssign {
                range: _,
                target,
                op: _,
                value,
            }) => {
                self.one(target);
                self.one(value);
            }
            Stmt::AnnAssign(ast::StmtAnnAssign {
                range: _,
                target,
                annotation,
                value,
                simple: _,
            }) => {
                self.one(target);
                self.one(annotation);
                self.maybe(value.as_deref());
            }
            Stmt::For(ast::StmtFor {
                range: _,
                target,
                iter,
                body,
                orelse,
                type_comment: _,
            })
            | Stmt::AsyncFor(ast::StmtAsyncFor {
                range: _,
                target,
                iter,
                body,
                orelse,
                type_comment: _,
            }) => {
                self.one(target);
                self.one(iter);
                self.body(body);
                self.body(orelse);
            }
            Stmt::While(ast::StmtWhile {
                range: _,
                test,
                body,
                orelse,
            })
            | Stmt::If(ast::StmtIf {
                range: _,
                test,
                body,
                orelse,
            }) => {
                self.one(test);
                self.body(body);
                self.body(orelse);
            }
            Stmt::With(ast::StmtWith {
                range: _,
                items,
                body,
                type_comment: _,
            })
            | Stmt::AsyncWith(ast::StmtAsyncWith {
                range: _,
                items,
                body,
                type_comment: _,
            }) => {
                self.with_items(items);
                self.body(body);
            }
            Stmt::Match(ast::StmtMatch {
                range: _,
                subject,
                cases,
            }) => {
                self.one(subject);
                for ast::MatchCase {
                    range: _,
                    pattern,
                    guard,
                    body,
                } in cases
                {
                    self.left.push(Node::Pattern(pattern));
                    self.maybe(guard.as_deref());
                    self.body(body);
                }
            }
            Stmt::Raise(ast::StmtRaise {
                range: _,
                exc,
                cause,
            }) => {
                self.maybe(exc.as_deref());
                self.maybe(cause.as_deref());
            }
            Stmt::Try(ast::StmtTry {
                range: _,
                body,
                handlers,
                orelse,
                finalbody,
            })
            | Stmt::TryStar(ast::StmtTryStar {
                range: _,
                body,
                handlers,
                orelse,
                finalbody,
            }) => {
                self.body(body);
                self.handlers(handlers);
                self.body(orelse);
                self.body(finalbody);
            }
            Stmt::Assert(ast::StmtAssert {
                range: _,
                test,
                msg,
            }) => {
                self.one(test);
                self.maybe(msg.as_deref());
            }
            Stmt::Expr(ast::StmtExpr { range: _, value }) => self.one(value),
            Stmt::Import(_)
            | Stmt::ImportFrom(_)
            | Stmt::Global(_)
            | Stmt::Nonlocal(_)
            | Stmt::Pass(_)
            | Stmt::Break(_)
            | Stmt::Continue(_) => {}
        }
    }

    fn with_items(&mut self, items: &'a [WithItem]) {
        for WithItem {
            range: _,
            context_expr,
            optional_vars,
        } in items
        {
            self.one(context_expr);
            self.maybe(optional_vars.as_deref());
        }
    }

    fn handlers(&mut self, handlers: &'a [ExceptHandler]) {
        for ExceptHandler::ExceptHandler(ast::ExceptHandlerExceptHandler {
            range: _,
            type_,
            name: _,
            body,
        }) in handlers
        {
            self.maybe(type_.as_deref());
            self.body(body);
        }
    }
}

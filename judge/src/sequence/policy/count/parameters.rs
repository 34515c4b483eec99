//! What functions and calls take: parameters, type parameters and keyword arguments.

use rustpython_parser::ast::{self, Arg, Arguments, Keyword, TypeParam};

use super::Walk;

impl<'a> Walk<'a> {
    pub(super) fn arguments(&mut self, arguments: &'a Arguments) {
        let Arguments {
            range: _,
            posonlyargs,
            args,
            vararg,
            kwonlyargs,
            kwarg,
        } = arguments;
        for ast::ArgWithDefault {
            range: _,
            def,
            default,
        } in posonlyargs.iter().chain(args).chain(kwonlyargs)
        {
            self.arg(def);
            self.maybe(default.as_deref());
        }
        for arg in [vararg, kwarg].into_iter().flatten() {
            self.arg(arg);
        }
    }

    fn arg(&mut self, arg: &'a Arg) {
        let Arg {
            range: _,
            arg: _,
            annotation,
            type_comment: _,
        } = arg;
        self.maybe(annotation.as_deref());
    }

    pub(super) fn keywords(&mut self, keywords: &'a [Keyword]) {
        for Keyword {
            range: _,
            arg: _,
            value,
        } in keywords
        {
            self.one(value);
        }
    }

    pub(super) fn type_params(&mut self, type_params: &'a [TypeParam]) {
        for type_param in type_params {
            match type_param {
                TypeParam::TypeVar(ast::TypeParamTypeVar {
                    range: _,
                    name: _,
                    bound,
                }) => self.maybe(bound.as_deref()),
                TypeParam::ParamSpec(ast::TypeParamParamSpec { range: _, name: _ })
                | TypeParam::TypeVarTuple(ast::TypeParamTypeVarTuple { range: _, name: _ }) => {}
            }
        }
    }
}

//! Shoppers sign in and make accounts.

use axum::http::request::Parts;
use leptos::{prelude::*, server_fn::ServerFn};
use leptos_router::hooks::use_query_map;

use crate::{
    api::{AccountProblem, LocalPath, Register, SignIn, typed_login},
    ui::{Frame, Lang, say},
};

/// How somebody came to a form that signs in.
pub struct Entrance {
    /// Where they go on to.
    pub next: LocalPath,
    /// What was wrong the last time.
    pub problem: Option<AccountProblem>,
    /// What they typed as a login the last time.
    pub login: String,
}

impl Entrance {
    /// Reads the request in context; `home` is where they go on to when nothing is said.
    pub fn of_request(home: &str) -> Self {
        let query = use_query_map();
        let get = |name: &str| query.with_untracked(|query| query.get(name));
        let next = LocalPath::parse(get("next").as_deref().unwrap_or(home));
        let next = if next.as_str() == "/" { LocalPath::parse(home) } else { next };
        let problem = get("problem").and_then(|word| AccountProblem::parse(&word));
        let typed = use_context::<Parts>().map(|parts| typed_login(&parts)).unwrap_or_default();
        Self { next, login: if problem.is_some() { typed } else { String::new() }, problem }
    }
}

/// Signs a shopper in.
#[component]
pub fn SignInPage(lang: Lang) -> impl IntoView {
    let entrance = Entrance::of_request(lang.home());
    let title = say!(lang, shop.account.sign_in);
    let register = format!("{}/register?next={}", lang.home(), entrance.next.escaped());
    view! {
        <Frame lang title>
            <section class="account">
                <h1>{title}</h1>
                <p class="lede">{say!(lang, shop.account.sign_in_lede)}</p>
                <Credentials lang entrance action=SignIn::url() submit=title new=false/>
                <p class="account-other">{say!(lang, shop.account.no_account)} " " <a href=register>{say!(lang, shop.account.register)}</a></p>
            </section>
        </Frame>
    }
}

/// Makes a shopper's account.
#[component]
pub fn RegisterPage(lang: Lang) -> impl IntoView {
    let entrance = Entrance::of_request(lang.home());
    let title = say!(lang, shop.account.register);
    let sign_in = format!("{}/sign-in?next={}", lang.home(), entrance.next.escaped());
    view! {
        <Frame lang title>
            <section class="account">
                <h1>{title}</h1>
                <p class="lede">{say!(lang, shop.account.register_lede)}</p>
                <Credentials lang entrance action=Register::url() submit=title new=true/>
                <p class="account-other">{say!(lang, shop.account.have_account)} " " <a href=sign_in>{say!(lang, shop.account.sign_in)}</a></p>
            </section>
        </Frame>
    }
}

/// Login and password. What was typed comes back, but for the password; what is wrong stands at its field.
#[component]
pub fn Credentials(
    lang: Lang,
    entrance: Entrance,
    /// Where the form goes.
    action: &'static str,
    /// On the button.
    submit: &'static str,
    /// For an account that does not exist yet.
    new: bool,
) -> impl IntoView {
    let Entrance { next, problem, login } = entrance;
    let at_password = problem == Some(AccountProblem::BadPassword);
    let at_login = matches!(problem, Some(AccountProblem::BadLogin | AccountProblem::LoginTaken));
    let words = problem.map(|problem| problem.words(lang));
    let [login_error, password_error, general] =
        [at_login, at_password, !at_login && !at_password].map(|here| words.filter(|_| here));
    // Who was refused goes on with what does not come back.
    let to_password = password_error.is_some() || (general.is_some() && !login.is_empty());
    let next = next.to_string();
    let name = lang.home().trim_start_matches('/').to_owned();
    view! {
        <form class="form" method="post" action=action>
            <input type="hidden" name="lang" value=name/>
            <input type="hidden" name="next" value=next/>
            {general.map(|words| view! { <p class="form-problem" role="alert">{words}</p> })}
            <div class="field">
                <label for="login">{say!(lang, shop.account.login)}</label>
                {new.then(|| view! { <p class="field-help" id="login-help">{say!(lang, shop.account.login_help)}</p> })}
                {login_error.map(|words| view! { <p class="field-problem" id="login-problem" role="alert">{words}</p> })}
                <input
                    id="login"
                    name="login"
                    value=login
                    required
                    minlength=new.then_some(3)
                    maxlength="64"
                    autocomplete="username"
                    autocapitalize="none"
                    spellcheck="false"
                    autofocus=!to_password
                    aria-invalid=login_error.map(|_| "true")
                    aria-describedby=described("login", new, login_error.is_some())
                />
            </div>
            <div class="field">
                <label for="password">{say!(lang, shop.account.password)}</label>
                {new.then(|| view! { <p class="field-help" id="password-help">{say!(lang, shop.account.password_help)}</p> })}
                {password_error.map(|words| view! { <p class="field-problem" id="password-problem" role="alert">{words}</p> })}
                <input
                    id="password"
                    name="password"
                    type="password"
                    required
                    minlength=new.then_some(8)
                    maxlength="128"
                    autocomplete=if new { "new-password" } else { "current-password" }
                    autofocus=to_password
                    aria-invalid=password_error.map(|_| "true")
                    aria-describedby=described("password", new, password_error.is_some())
                />
            </div>
            <button class="button" type="submit">{submit}</button>
        </form>
    }
}

/// The ids of what explains a field.
fn described(field: &str, help: bool, problem: bool) -> Option<String> {
    let ids = [("problem", problem), ("help", help)].map(|(part, there)| there.then(|| format!("{field}-{part}")));
    let ids: Vec<String> = ids.into_iter().flatten().collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}

//! People of a merchant sign in.

use leptos::{prelude::*, server_fn::ServerFn};

use crate::{
    api::OfficeSignIn,
    pages::account::{Credentials, Entrance},
    ui::{Frame, Lang, say},
};

/// The way into the office.
#[component]
pub fn OfficeSignInPage(lang: Lang) -> impl IntoView {
    let office = format!("{}/office", lang.home());
    let entrance = Entrance::of_request(&office);
    let title = say!(lang, office.account.title);
    view! {
        <Frame lang title>
            <section class="account">
                <h1>{title}</h1>
                <p class="lede">{say!(lang, office.account.lede)}</p>
                <Credentials lang entrance action=OfficeSignIn::url() submit=say!(lang, shop.account.sign_in) new=false/>
                <p class="account-other"><a href=format!("{}/sign-in", lang.home())>{say!(lang, office.account.shopper)}</a></p>
            </section>
        </Frame>
    }
}

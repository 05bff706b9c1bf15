//! The route table.

use leptos::prelude::*;
use leptos_router::{
    SsrMode,
    components::{Route, Router, Routes},
    path,
};

use crate::{
    pages::{
        NothingHere, OrderPage, OrdersPage, RegisterPage, SalePage, Sales, SignInPage, TicketPage,
        office::{EditSalePage, NewSalePage, OfficeSignInPage, OurSalesPage, PreviewPage, SaleOrdersPage, SeenPage},
    },
    ui::Lang,
};

/// Every page, in each language. `/` itself only picks a language and is in [`crate::router`].
#[component]
pub fn App() -> impl IntoView {
    view! {
        <Router>
            <Routes fallback=NothingHere>
                <Route path=path!("/zh") view=|| view! { <Sales lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/activities/:id") view=|| view! { <SalePage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/sign-in") view=|| view! { <SignInPage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/register") view=|| view! { <RegisterPage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/tickets/:ticket") view=|| view! { <TicketPage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/orders") view=|| view! { <OrdersPage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/orders/:id") view=|| view! { <OrderPage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/office/sign-in") view=|| view! { <OfficeSignInPage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/office") view=|| view! { <OurSalesPage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/office/sales") view=|| view! { <OurSalesPage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/office/sales/new") view=|| view! { <NewSalePage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/office/sales/:id") view=|| view! { <EditSalePage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/office/sales/:id/orders") view=|| view! { <SaleOrdersPage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/office/sales/:id/preview") view=|| view! { <PreviewPage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/zh/preview/:id") view=|| view! { <SeenPage lang=Lang::Zh/> } ssr=SsrMode::Async/>
                <Route path=path!("/en") view=|| view! { <Sales lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/activities/:id") view=|| view! { <SalePage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/sign-in") view=|| view! { <SignInPage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/register") view=|| view! { <RegisterPage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/tickets/:ticket") view=|| view! { <TicketPage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/orders") view=|| view! { <OrdersPage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/orders/:id") view=|| view! { <OrderPage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/office/sign-in") view=|| view! { <OfficeSignInPage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/office") view=|| view! { <OurSalesPage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/office/sales") view=|| view! { <OurSalesPage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/office/sales/new") view=|| view! { <NewSalePage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/office/sales/:id") view=|| view! { <EditSalePage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/office/sales/:id/orders") view=|| view! { <SaleOrdersPage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/office/sales/:id/preview") view=|| view! { <PreviewPage lang=Lang::En/> } ssr=SsrMode::Async/>
                <Route path=path!("/en/preview/:id") view=|| view! { <SeenPage lang=Lang::En/> } ssr=SsrMode::Async/>
            </Routes>
        </Router>
    }
}

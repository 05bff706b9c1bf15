//! What the OpenAPI document says beyond the routes.

use utoipa::{
    OpenApi, PartialSchema, ToSchema,
    openapi::{
        ContentBuilder, Ref, RefOr, ResponseBuilder, Schema,
        path::Operation,
        security::{Http, HttpAuthScheme, SecurityScheme},
    },
};

use super::problem::Document;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sluice",
        description = "Flash sales: buy, and run what is bought. Ids are strings, money is integer fen, `*_ms` are milliseconds \
                       since the epoch, other times RFC 3339. Everything that goes wrong is an RFC 9457 problem document; \
                       programs read its `code`, people its `detail`, which follows `Accept-Language` (zh-CN, en).",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    tags(
        (name = "auth", description = "Shoppers sign in"),
        (name = "sales", description = "What is on sale; public"),
        (name = "buying", description = "From the press on Buy to the order"),
        (name = "merchant", description = "A merchant's own sales"),
        (name = "operation", description = "For those who run the server"),
    )
)]
struct Frame;

/// The document before any route is in it.
pub(crate) fn frame() -> utoipa::openapi::OpenApi {
    Frame::openapi()
}

/// Adds what is the same for every route of the API: how it fails, and how callers prove who they are.
pub(crate) fn finish(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let components = document.components.get_or_insert_default();
    for (scheme, holder) in [("shopper", "A shopper's access token"), ("staff", "A merchant's person's access token")] {
        let mut bearer = Http::new(HttpAuthScheme::Bearer);
        bearer.description = Some(holder.to_owned());
        components.add_security_scheme(scheme, SecurityScheme::Http(bearer));
    }
    let mut schemas = vec![(Document::name().into_owned(), Document::schema())];
    Document::schemas(&mut schemas);
    components.schemas.extend(schemas);
    // The form also stands beside other members (`allOf`), which no answer could satisfy if it were closed by itself.
    if let Some(RefOr::T(Schema::Object(form))) = components.schemas.get_mut("ActivityForm") {
        form.additional_properties = None;
    }
    for (path, item) in &mut document.paths.paths {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        if path.starts_with("/api/") {
            operations.into_iter().flatten().for_each(fails);
        }
    }
    document
}

fn fails(operation: &mut Operation) {
    let problem = ContentBuilder::new().schema(Some(Ref::from_schema_name(Document::name()))).build();
    let response =
        ResponseBuilder::new().description("What went wrong").content("application/problem+json", problem).build();
    operation.responses.responses.insert("default".to_owned(), response.into());
}

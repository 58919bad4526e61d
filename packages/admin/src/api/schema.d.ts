// Written by `npm run client` from the OpenAPI document of the panel. Do not edit.

export interface paths {
    "/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with e-mail address and password */
        post: operations["postSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enter the code of the second step */
        post: operations["postSignInCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to sign in with a passkey */
        post: operations["postSignInPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a passkey */
        post: operations["postSignInPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Follow a one-time link */
        post: operations["postSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation */
        post: operations["postInvitationsAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show who is signed in */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /** Sign out */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign out everywhere */
        delete: operations["deleteSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Switch to another account */
        post: operations["postSessionAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm the session with password and second step */
        post: operations["postSessionConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show your own account */
        get: operations["getPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change your name */
        patch: operations["patchPerson"];
        trace?: never;
    };
    "/person/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your password */
        post: operations["postPersonPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to set up an authenticator app */
        post: operations["postPersonTotp"];
        /** Remove the authenticator app */
        delete: operations["deletePersonTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set up the authenticator app with one of its codes */
        post: operations["postPersonTotpConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create recovery codes */
        post: operations["postPersonRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to add a passkey */
        post: operations["postPersonPasskeysOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a passkey */
        post: operations["postPersonPasskeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a passkey */
        delete: operations["deletePersonPasskeysId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End your other sessions */
        delete: operations["deletePersonSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/person/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of your sessions */
        delete: operations["deletePersonSessionsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people of the account */
        get: operations["getPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invite a person */
        post: operations["postPeopleInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a person from the account */
        delete: operations["deletePeoplePersonId"];
        options?: never;
        head?: never;
        /** Change the rights of a person */
        patch: operations["patchPeoplePersonId"];
        trace?: never;
    };
    "/people/{personId}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw an invitation */
        delete: operations["deletePeoplePersonIdInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{personId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign a person out */
        delete: operations["deletePeoplePersonIdSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{personId}/second-step": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Reset the second step of a person */
        delete: operations["deletePeoplePersonIdSecondStep"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/second-step": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Start or stop requiring a second step from everybody */
        put: operations["putAccountSecondStep"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List runs */
        get: operations["getExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Search runs by an exact value */
        post: operations["postExecutionsSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a run with personal data masked */
        get: operations["getExecutionsId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show a run with personal data unmasked, for a stated reason */
        post: operations["postExecutionsIdReveal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decide a run */
        post: operations["postExecutionsIdDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the result again to all endpoints */
        post: operations["postExecutionsIdResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/media/{captureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a picture, video or file */
        get: operations["getExecutionsIdMediaCaptureId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Wait for changes of runs */
        get: operations["getChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List workflows */
        get: operations["getWorkflows"];
        put?: never;
        /** Create a workflow */
        post: operations["postWorkflows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try a definition with assumed facts */
        post: operations["postWorkflowsTry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a workflow with its versions and draft */
        get: operations["getWorkflowsId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Rename, activate or deactivate a workflow */
        patch: operations["patchWorkflowsId"];
        trace?: never;
    };
    "/workflows/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the definition of a version */
        get: operations["getWorkflowsIdVersionsVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Save the draft of a workflow */
        put: operations["putWorkflowsIdDraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/draft/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy an earlier version into the draft */
        post: operations["postWorkflowsIdDraftRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/draft/drop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Discard the draft */
        post: operations["postWorkflowsIdDraftDrop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/draft/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish the draft */
        post: operations["postWorkflowsIdDraftPublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/link-form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the inputs for a link to a workflow */
        get: operations["getWorkflowsIdLinkForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a link for a user */
        post: operations["postWorkflowsIdLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create another link for the user of a run */
        post: operations["postExecutionsIdLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sample-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the state of the sample data */
        get: operations["getSampleData"];
        put?: never;
        /** Create sample data */
        post: operations["postSampleData"];
        /** Remove the sample data */
        delete: operations["deleteSampleData"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys */
        get: operations["getKeys"];
        put?: never;
        /** Create an API key */
        post: operations["postKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace a key with one that has the same rights; the old key expires later */
        post: operations["postKeysIdRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API key */
        delete: operations["deleteKeysId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List endpoints */
        get: operations["getWebhooks"];
        put?: never;
        /** Add an endpoint */
        post: operations["postWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an endpoint */
        get: operations["getWebhooksId"];
        put?: never;
        post?: never;
        /** Remove an endpoint */
        delete: operations["deleteWebhooksId"];
        options?: never;
        head?: never;
        /** Change an endpoint */
        patch: operations["patchWebhooksId"];
        trace?: never;
    };
    "/webhooks/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disable an endpoint */
        post: operations["postWebhooksIdDisable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume an endpoint */
        post: operations["postWebhooksIdResume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create another signing secret */
        post: operations["postWebhooksIdRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test event */
        post: operations["postWebhooksIdTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of an endpoint */
        get: operations["getWebhooksIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send events again that were given up since a given time */
        post: operations["postWebhooksIdReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a delivery */
        get: operations["getWebhookDeliveriesId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{id}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show a delivery with personal data unmasked, for a stated reason */
        post: operations["postWebhookDeliveriesIdReveal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event again */
        post: operations["postWebhookDeliveriesIdRedeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-alarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List failing endpoints */
        get: operations["getWebhookAlarms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show how long data is kept */
        get: operations["getRetention"];
        /** Change how long data is kept */
        put: operations["putRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/retention/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a change of the retention */
        post: operations["postRetentionPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List purges */
        get: operations["getDisposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disposals/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export all purges */
        get: operations["getDisposalsExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the audit trail */
        get: operations["getAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the audit trail as CSV */
        get: operations["getAuditExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the lists that checks use, with their age */
        get: operations["getLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the branding of hosted pages */
        get: operations["getBranding"];
        /** Change the branding of hosted pages */
        put: operations["putBranding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AdminAcceptRequest: {
            token: string;
            name?: string;
            password: string;
            /** @default false */
            hasPassword?: boolean;
        };
        AdminAccountRequest: {
            accountId: string;
        };
        AdminActor: {
            kind: string;
            id: string;
            name: string | null;
        };
        AdminAgreement: {
            /** @enum {string} */
            field: "name" | "birthDate" | "documentNumber" | "country" | "gender" | "address" | "postalCode" | "cardNumber";
            cells: {
                /** @enum {string} */
                source: "sent" | "document" | "letter" | "card";
                nodeId: string | null;
                value: components["schemas"]["AdminCell"];
            }[];
            rule: string | null;
            outcome: ("PASS" | "REVIEW" | "FAIL" | "NOT_PERFORMED") | null;
        };
        AdminAppConfirmRequest: {
            setUp: string;
            code: string;
        };
        AdminAppSetUp: {
            secret: string;
            address: string;
            setUp: string;
        };
        AdminAttempt: {
            attempt: number;
            isJudged: boolean;
            submittedAt: string | null;
            documentType: ("PASSPORT" | "NATIONAL_ID" | "DRIVERS_LICENSE" | "RESIDENT_PERMIT") | null;
            captures: components["schemas"]["AdminCapture"][];
        };
        AdminAuditEvent: {
            seq: number;
            /** Format: date-time */
            at: string;
            by: components["schemas"]["AdminActor"];
            act: string;
            subject: components["schemas"]["AdminAuditSubject"] | null;
            mode: ("live" | "test") | null;
            changes: {
                [key: string]: unknown;
            } | null;
            address: string | null;
        };
        AdminAuditExport: {
            csv: string;
            rows: number;
            isCut: boolean;
        };
        AdminAuditPage: {
            events: components["schemas"]["AdminAuditEvent"][];
            next: string | null;
        };
        AdminAuditSubject: {
            kind: string;
            id: string;
            name: string | null;
        };
        AdminBrand: {
            name: string;
            colours: components["schemas"]["AdminBrandColours"];
            fontFamily: string | null;
            logo: string | null;
            revision: number;
            changedAt: string | null;
        };
        AdminBrandColours: {
            light: {
                accent: string | null;
                onAccent: string | null;
                text: string | null;
            };
            dark: {
                accent: string | null;
                onAccent: string | null;
                text: string | null;
            };
        };
        AdminBrandRequest: {
            name: string;
            colours: components["schemas"]["AdminBrandColours"];
            fontFamily?: string | null;
            logo?: string | null;
            revision: number;
        };
        AdminCapture: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            slot: "front" | "back" | "selfie-1" | "selfie-2" | "selfie-3" | "selfie-4" | "selfie-5" | "selfie-6" | "selfie-video" | "address" | "card-front" | "card-back" | "evidence-1" | "evidence-2" | "evidence-3" | "evidence-4" | "evidence-5";
            /** @enum {string} */
            kind: "image" | "video" | "pdf" | "none";
            contentType: string;
            sizeBytes: number;
            url: string | null;
            /** Format: date-time */
            receivedAt: string;
            pose: string | null;
            places: {
                what: string;
                corners: [
                    number,
                    number
                ][];
            }[];
        };
        AdminCell: {
            text: string;
            isMasked: boolean;
        };
        AdminChanges: {
            cursor: string;
            isReset: boolean;
            executions: components["schemas"]["AdminExecutionRow"][];
        };
        AdminCheck: {
            /** Format: uuid */
            id: string;
            nodeId: string | null;
            kind: string | null;
            /** @enum {string} */
            checkType: "DOCUMENT_CHECK" | "SELFIE_CHECK" | "POA_CHECK" | "CREDIT_CARD_CHECK" | "EVIDENCE_COLLECTION" | "FRAUD_API";
            status: ("APPROVED" | "REVIEW" | "DECLINED" | "EXPIRED" | "ERROR" | "RETRY_REQUIRED") | null;
            /** Format: date-time */
            startedAt: string;
            finishedAt: string | null;
            platform: ("WEB" | "IOS" | "ANDROID") | null;
            attempts: {
                used: number;
                allowed: number;
            } | null;
            reasons: components["schemas"]["AdminReason"][];
            members: components["schemas"]["AdminMember"][];
            extracted: {
                name: string;
                value: components["schemas"]["AdminCell"];
            }[];
            facts: {
                name: string;
                text: string;
            }[];
            threshold: string | null;
            docs: string;
            screening: {
                lists: {
                    id: string;
                    /** Format: date-time */
                    importedAt: string;
                    names: number;
                }[];
                hits: components["schemas"]["AdminHit"][];
            } | null;
        };
        AdminCodeRequest: {
            code: string;
        };
        AdminComparison: {
            fact: string;
            is: string;
            value: string | null;
            actual: components["schemas"]["AdminCell"] | null;
            /** @enum {string} */
            truth: "true" | "false" | "missing" | "hidden";
            sentence: string;
        };
        AdminConfirmRequest: {
            password: string;
            code?: string;
            passkey?: {
                id: string;
                rawId: string;
                /** @constant */
                type: "public-key";
                clientExtensionResults: object;
                response: {
                    clientDataJSON: string;
                    authenticatorData: string;
                    signature: string;
                    userHandle?: string;
                };
            };
        };
        AdminCreatedKey: {
            key: string;
            entry: components["schemas"]["AdminKey"];
        };
        AdminCreatedSecret: {
            secret: string;
            endpoint: components["schemas"]["AdminEndpoint"];
        };
        AdminDecision: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "APPROVED" | "DECLINED";
            by: components["schemas"]["AdminActor"];
            /** Format: date-time */
            decidedAt: string;
            hasComment: boolean;
            comment: string | null;
        };
        AdminDecisionRequest: {
            /** @enum {string} */
            status: "APPROVED" | "DECLINED";
            comment?: string | null;
            revision: number;
        };
        AdminDecisionResult: {
            revision: number;
        };
        AdminDefinitionFault: {
            pointer: string;
            detail: string;
        };
        AdminDelivery: {
            delivery: {
                /** Format: uuid */
                id: string;
                webhookId: string;
                /** @enum {string} */
                event: "orchestration/workflow_execution_finished" | "orchestration/workflow_execution_updated" | "orchestration/workflow_execution_sync";
                sequence: number;
                /** Format: uuid */
                executionId: string;
                /** Format: uuid */
                endpointId: string;
                /** @enum {string} */
                state: "pending" | "held" | "delivered" | "undelivered";
                attempts: number;
                lastStatus: number | null;
                lastError: string | null;
                /** Format: date-time */
                emittedAt: string;
                nextAttemptAt: string | null;
                deliveredAt: string | null;
                firstDeliveredAt: string | null;
                undeliveredAt: string | null;
            };
            url: string;
            isMasked: boolean;
            mayReveal: boolean;
            body: string | null;
            log: {
                number: number;
                /** Format: date-time */
                startedAt: string;
                durationMs: number;
                status: number | null;
                error: string | null;
                request: {
                    url: string;
                    headers: {
                        [key: string]: string;
                    };
                    bodyBytes: number;
                };
                response: {
                    headers: {
                        [key: string]: string;
                    };
                    bodyBytes: number;
                } | null;
                answer: components["schemas"]["AdminWebhookAnswer"] | null;
            }[];
        };
        AdminDeliveryList: {
            deliveries: {
                /** Format: uuid */
                id: string;
                webhookId: string;
                /** @enum {string} */
                event: "orchestration/workflow_execution_finished" | "orchestration/workflow_execution_updated" | "orchestration/workflow_execution_sync";
                sequence: number;
                /** Format: uuid */
                executionId: string;
                /** Format: uuid */
                endpointId: string;
                /** @enum {string} */
                state: "pending" | "held" | "delivered" | "undelivered";
                attempts: number;
                lastStatus: number | null;
                lastError: string | null;
                /** Format: date-time */
                emittedAt: string;
                nextAttemptAt: string | null;
                deliveredAt: string | null;
                firstDeliveredAt: string | null;
                undeliveredAt: string | null;
            }[];
            nextCursor: string | null;
        };
        AdminDeliveryReveal: {
            /** @enum {string} */
            mode?: "live" | "test";
            reason: string;
        };
        AdminDisposal: {
            executionId: string;
            /** @enum {string} */
            mode: "live" | "test";
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            cause: "retention" | "erasure" | "operator" | "person" | "sample" | "restore" | "other";
            by: components["schemas"]["AdminActor"];
            orderedBy: components["schemas"]["AdminActor"] | null;
            files: number | null;
        };
        AdminDisposalList: {
            disposals: components["schemas"]["AdminDisposal"][];
            next: string | null;
        };
        AdminDraftRequest: {
            version: number;
            revision: number;
            content: string;
        };
        AdminElsewhere: {
            /** @enum {string} */
            by: "user" | "document" | "device" | "address" | "frame" | "other";
            executions: components["schemas"]["AdminExecutionRow"][];
            isCapped: boolean;
        };
        AdminEndpoint: {
            /** Format: uuid */
            id: string;
            url: string;
            events: ("orchestration/workflow_execution_finished" | "orchestration/workflow_execution_updated" | "orchestration/workflow_execution_sync")[];
            /** Format: date-time */
            createdAt: string;
            /** @enum {string} */
            state: "enabled" | "failing" | "disabled";
            failingSince: string | null;
            disabledAt: string | null;
            disabledReason: ("GONE" | "FAILING" | "BY_HAND") | null;
            held: number;
            undelivered: number;
            revision: number;
            disablesAt: string | null;
            oldSecretsUntil: string | null;
            last: {
                /** Format: uuid */
                id: string;
                webhookId: string;
                /** @enum {string} */
                event: "orchestration/workflow_execution_finished" | "orchestration/workflow_execution_updated" | "orchestration/workflow_execution_sync";
                sequence: number;
                /** Format: uuid */
                executionId: string;
                /** Format: uuid */
                endpointId: string;
                /** @enum {string} */
                state: "pending" | "held" | "delivered" | "undelivered";
                attempts: number;
                lastStatus: number | null;
                lastError: string | null;
                /** Format: date-time */
                emittedAt: string;
                nextAttemptAt: string | null;
                deliveredAt: string | null;
                firstDeliveredAt: string | null;
                undeliveredAt: string | null;
            } | null;
        };
        AdminEndpointChange: {
            revision: number;
            url?: string;
            events?: ("orchestration/workflow_execution_finished" | "orchestration/workflow_execution_updated" | "orchestration/workflow_execution_sync")[];
        };
        AdminEndpointList: {
            endpoints: components["schemas"]["AdminEndpoint"][];
            most: number;
            heldSince: string | null;
        };
        AdminEndpointRequest: {
            url: string;
            events: ("orchestration/workflow_execution_finished" | "orchestration/workflow_execution_updated" | "orchestration/workflow_execution_sync")[];
        };
        AdminEvidence: {
            nodeId: string;
            kind: string;
            attempts: components["schemas"]["AdminAttempt"][];
        };
        AdminExecution: {
            /** Format: uuid */
            id: string;
            workflow: {
                /** Format: uuid */
                id: string;
                name: string;
                version: number;
            };
            /** @enum {string} */
            mode: "live" | "test";
            /** @enum {string} */
            channel: "token" | "link";
            /** @enum {string} */
            status: "PENDING" | "APPROVED" | "REVIEW" | "DECLINED" | "EXPIRED" | "ERROR";
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
            purgedAt: string | null;
            isBroken: boolean;
            revision: number;
            isMasked: boolean;
            isReadable: boolean;
            begunAt: string | null;
            openUntil: string | null;
            platform: ("WEB" | "IOS" | "ANDROID") | null;
            loip: string | null;
            may: {
                reveal: ("ROLE" | "NOT_ENDED" | "PURGED" | "NO_RESULT" | "NO_RECEIVER") | null;
                decide: ("ROLE" | "NOT_ENDED" | "PURGED" | "NO_RESULT" | "NO_RECEIVER") | null;
                resend: ("ROLE" | "NOT_ENDED" | "PURGED" | "NO_RESULT" | "NO_RECEIVER") | null;
                seeMedia: ("ROLE" | "NOT_ENDED" | "PURGED" | "NO_RESULT" | "NO_RECEIVER") | null;
                sendLink: ("ROLE" | "NOT_ENDED" | "PURGED" | "NO_RESULT" | "NO_RECEIVER") | null;
            };
            stage: string[];
            why: string[];
            inputs: {
                name: string;
                value: components["schemas"]["AdminCell"];
            }[];
            evidence: components["schemas"]["AdminEvidence"][];
            checks: components["schemas"]["AdminCheck"][];
            agreement: components["schemas"]["AdminAgreement"][];
            path: components["schemas"]["AdminPathNode"][];
            elsewhere: components["schemas"]["AdminElsewhere"][];
            decisions: components["schemas"]["AdminDecision"][];
            deliveries: components["schemas"]["AdminRunDelivery"][];
            events: components["schemas"]["AdminRunEvent"][];
            notStored: string[];
        };
        AdminExecutionList: {
            executions: components["schemas"]["AdminExecutionRow"][];
            next: string | null;
            total: {
                count: number;
                capped: boolean;
            } | null;
        };
        AdminExecutionRow: {
            /** Format: uuid */
            id: string;
            workflow: {
                /** Format: uuid */
                id: string;
                name: string;
                version: number;
            };
            user: string | null;
            /** @enum {string} */
            mode: "live" | "test";
            /** @enum {string} */
            channel: "token" | "link";
            /** @enum {string} */
            status: "PENDING" | "APPROVED" | "REVIEW" | "DECLINED" | "EXPIRED" | "ERROR";
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
            purgedAt: string | null;
            isBroken: boolean;
            doubts: {
                kind: string | null;
                /** @enum {string} */
                checkType: "DOCUMENT_CHECK" | "SELFIE_CHECK" | "POA_CHECK" | "CREDIT_CARD_CHECK" | "EVIDENCE_COLLECTION" | "FRAUD_API";
            }[];
            revision: number;
        };
        AdminHit: {
            list: string;
            entry: string;
            name: components["schemas"]["AdminCell"];
            birthDates: components["schemas"]["AdminCell"][];
            countries: string[];
            score: number;
            agreed: string[];
        };
        AdminInviteRequest: {
            email: string;
            /** @enum {string} */
            role: "owner" | "manager" | "analyst" | "developer" | "support" | "auditor";
            modes: ("live" | "test")[];
            pictures: boolean;
        };
        AdminInvited: {
            /** Format: uuid */
            id: string;
            /** Format: uri */
            link: string;
            /** Format: date-time */
            expiresAt: string;
        };
        AdminKeptTime: {
            /** @enum {string} */
            mode: "live" | "test";
            days: number | null;
            due: {
                count: number;
                capped: boolean;
            };
            waits: boolean;
            firstPurgeAt: string | null;
        };
        AdminKey: {
            id: string;
            /** @enum {string} */
            mode: "live" | "test";
            /** @enum {string} */
            purpose: "executions" | "webhooks";
            name: string | null;
            workflowIds: string[] | null;
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            expiresAt: string | null;
            revokedAt: string | null;
        };
        AdminKeyList: {
            keys: components["schemas"]["AdminKey"][];
        };
        AdminKeyRequest: {
            /** @enum {string} */
            mode: "live" | "test";
            /** @enum {string} */
            purpose: "executions" | "webhooks";
            name: string;
            workflowIds?: string[] | null;
            expiresAt?: string | null;
        };
        AdminKeyRotationRequest: {
            overlapHours: number;
        };
        AdminLinkField: {
            name: string;
            isRequired: boolean;
            /** @enum {string} */
            kind: "text" | "lines" | "email" | "tel" | "date" | "number" | "url";
            maxLength: number | null;
            pattern: string | null;
            hint: string;
        };
        AdminLinkForm: {
            isActive: boolean;
            asksUser: boolean;
            fields: components["schemas"]["AdminLinkField"][];
        };
        AdminLinkRequest: {
            token: string;
        };
        AdminList: {
            /** @enum {string} */
            kind: "people" | "networks";
            id: string;
            source: string | null;
            version: string | null;
            entries: number | null;
            names: number | null;
            publishedAt: string | null;
            importedAt: string | null;
            ageDays: number;
            isOld: boolean;
        };
        AdminLists: {
            lists: components["schemas"]["AdminList"][];
            missing: ("people" | "networks")[];
            oldAfterDays: {
                people: number;
                networks: number;
            };
        };
        AdminMember: {
            name: string;
            /** @enum {string} */
            outcome: "PASS" | "REVIEW" | "FAIL" | "NOT_PERFORMED";
            isRequired: boolean;
            reasons: components["schemas"]["AdminReason"][];
            threshold: string | null;
            docs: string;
        };
        AdminNewLinkRequest: {
            expiresIn?: number;
        };
        AdminOwnAccount: {
            name: string;
            email: string;
            hasPassword: boolean;
            hasAuthenticatorApp: boolean;
            recoveryCodesLeft: number;
            canAddPasskey: boolean;
            passkeys: {
                id: string;
                name: string;
                /** Format: date-time */
                createdAt: string;
                lastUsedAt: string | null;
            }[];
            requiredBy: {
                id: string;
                name: string;
            }[];
            sessions: {
                /** Format: uuid */
                id: string;
                browser: string | null;
                address: string | null;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                lastSeenAt: string;
                isCurrent: boolean;
            }[];
        };
        AdminOwnNameRequest: {
            name: string;
        };
        AdminPasskeyChallenge: {
            challenge: string;
            rpId: string;
            timeout?: number;
            /** @enum {string} */
            userVerification: "required" | "preferred" | "discouraged";
        };
        AdminPasskeyCreation: {
            challenge: string;
            rp: {
                id: string;
                name: string;
            };
            user: {
                id: string;
                name: string;
                displayName: string;
            };
            pubKeyCredParams: {
                alg: number;
                /** @constant */
                type: "public-key";
            }[];
            timeout?: number;
            excludeCredentials: {
                id: string;
                /** @constant */
                type: "public-key";
                transports?: ("ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
            }[];
            authenticatorSelection: {
                /** @enum {string} */
                residentKey: "required" | "preferred" | "discouraged";
                requireResidentKey: boolean;
                /** @enum {string} */
                userVerification: "required" | "preferred" | "discouraged";
            };
            /** @constant */
            attestation: "none";
        };
        AdminPasskeyRequest: {
            name: string;
            response: {
                id: string;
                rawId: string;
                /** @constant */
                type: "public-key";
                clientExtensionResults: object;
                response: {
                    clientDataJSON: string;
                    attestationObject: string;
                    /** @default [] */
                    transports?: ("ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
                };
            };
        };
        AdminPasskeySignInRequest: {
            response: {
                id: string;
                rawId: string;
                /** @constant */
                type: "public-key";
                clientExtensionResults: object;
                response: {
                    clientDataJSON: string;
                    authenticatorData: string;
                    signature: string;
                    userHandle?: string;
                };
            };
        };
        AdminPasswordRequest: {
            current: string;
            password: string;
        };
        AdminPathNode: {
            nodeId: string;
            kind: string;
            status: string | null;
            taken: ("if" | "else") | null;
            sentence: string;
            comparisons: components["schemas"]["AdminComparison"][];
            otherwise: string | null;
        };
        AdminPeople: {
            people: components["schemas"]["AdminPerson"][];
            requiresSecondStep: boolean;
        };
        AdminPerson: {
            /** Format: uuid */
            id: string;
            name: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "manager" | "analyst" | "developer" | "support" | "auditor";
            modes: ("live" | "test")[];
            pictures: boolean;
            /** @enum {string} */
            state: "member" | "invited";
            /** Format: date-time */
            since: string;
            invitedUntil: string | null;
            lastSignInAt: string | null;
            secondStep: boolean;
        };
        AdminPersonChange: {
            /** @enum {string} */
            role?: "owner" | "manager" | "analyst" | "developer" | "support" | "auditor";
            modes?: ("live" | "test")[];
            pictures?: boolean;
        };
        AdminPublishRequest: {
            version: number;
            revision: number;
            comment?: string;
        };
        AdminReason: {
            code: string;
            sentence: string | null;
            outcome: ("PASS" | "REVIEW" | "FAIL" | "NOT_PERFORMED") | null;
        };
        AdminRecoveryCodes: {
            recoveryCodes: string[] | null;
        };
        AdminRedeliveryRequest: {
            /** @enum {string} */
            mode?: "live" | "test";
        };
        AdminReplay: {
            replayed: number;
            tooOld: number;
            isMore: boolean;
        };
        AdminReplayRequest: {
            /** @enum {string} */
            mode?: "live" | "test";
            /** Format: date-time */
            since: string;
        };
        AdminResendResult: {
            sentTo: string[];
        };
        AdminRestoreRequest: {
            version: number;
            revision: number;
            from: number;
        };
        AdminRetention: {
            kept: components["schemas"]["AdminKeptTime"][];
        };
        AdminRetentionPlanRequest: {
            /** @enum {string} */
            mode: "live" | "test";
            days: number | null;
        };
        AdminRetentionRequest: {
            /** @enum {string} */
            mode: "live" | "test";
            days: number | null;
            before: number | null;
        };
        AdminRevealRequest: {
            reason: string;
        };
        AdminRotatedKey: {
            key: string;
            entry: components["schemas"]["AdminKey"];
            revokedIds: string[];
            workingIds: string[];
        };
        AdminRunDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            endpointId: string;
            /** @enum {string} */
            event: "orchestration/workflow_execution_finished" | "orchestration/workflow_execution_updated" | "orchestration/workflow_execution_sync";
            url: string;
            /** @enum {string} */
            state: "pending" | "held" | "delivered" | "undelivered";
            attempts: number;
            lastStatus: number | null;
            lastError: string | null;
            /** Format: date-time */
            emittedAt: string;
        };
        AdminRunEvent: {
            seq: number;
            /** Format: date-time */
            at: string;
            by: components["schemas"]["AdminActor"];
            act: string;
            changes: {
                [key: string]: unknown;
            } | null;
            address: string | null;
        };
        AdminSampleData: {
            /** @enum {string} */
            state: "none" | "running" | "present";
            finished: number;
            total: number;
        };
        AdminSampleRequest: object;
        AdminSearchRequest: {
            /** @enum {string} */
            by: "id" | "user-id" | "email" | "phone" | "document-number" | "name";
            value: string;
            after?: string;
        };
        AdminSearchResult: {
            executions: components["schemas"]["AdminExecutionRow"][];
            next: string | null;
            isPossible: boolean;
            isComplete: boolean;
            unsearchable: number;
        };
        AdminSecondStepRequest: {
            required: boolean;
        };
        AdminSecretRotation: {
            revision: number;
        };
        AdminSession: {
            person: {
                id: string;
                name: string;
                email: string;
            };
            account: {
                id: string;
                name: string;
            };
            accounts: {
                id: string;
                name: string;
            }[];
            /** @enum {string} */
            role: "owner" | "manager" | "analyst" | "developer" | "support" | "auditor";
            modes: ("live" | "test")[];
            pictures: boolean;
            acts: string[];
            testActs: string[];
            requestToken: string;
            isDevelopment: boolean;
            mustAddSecondStep: boolean;
        };
        AdminShareLink: {
            /** Format: uuid */
            executionId: string;
            /** Format: uri */
            url: string;
            /** Format: date-time */
            expiresAt: string;
        };
        AdminShareLinkRequest: {
            /** @enum {string} */
            mode: "live" | "test";
            inputs: {
                [key: string]: unknown;
            };
            expiresIn?: number;
        };
        AdminSignInRequest: {
            email: string;
            password: string;
        };
        AdminSignedIn: {
            /** @enum {string} */
            next: "done" | "totp" | "password";
            secondSteps?: ("app" | "passkey")[];
            invitation?: {
                email: string;
                account: string;
                /** @enum {string} */
                role: "owner" | "manager" | "analyst" | "developer" | "support" | "auditor";
                mayHavePassword: boolean;
            };
        };
        AdminTrial: {
            faults: components["schemas"]["AdminDefinitionFault"][];
            factFaults: components["schemas"]["AdminDefinitionFault"][];
            requiredInputs: string[];
            missing: string[];
            steps: {
                nodeId: string;
                kind: string;
                sentence: string;
                because: string[];
            }[];
        };
        AdminTrialRequest: {
            content: string;
            facts?: unknown;
        };
        AdminWebhookAlarms: {
            alarms: {
                /** Format: uuid */
                endpointId: string;
                url: string;
                percent: 50 | 70 | 90 | 100;
                failingSince: string | null;
                disablesAt: string | null;
                disabledAt: string | null;
                disabledReason: ("GONE" | "FAILING") | null;
            }[];
        };
        AdminWebhookAnswer: {
            text: string;
            isCut: boolean;
        };
        AdminWebhookTest: {
            webhookId: string;
            delivered: boolean;
            durationMs: number;
            status: number | null;
            error: string | null;
            request: {
                url: string;
                headers: {
                    [key: string]: string;
                };
                bodyBytes: number;
            };
            response: {
                headers: {
                    [key: string]: string;
                };
                bodyBytes: number;
            } | null;
            sent: {
                headers: {
                    [key: string]: string;
                };
                body: string;
            };
            answer: components["schemas"]["AdminWebhookAnswer"] | null;
        };
        AdminWebhookTestRequest: {
            /** @enum {string} */
            mode?: "live" | "test";
            /** @enum {string} */
            event: "orchestration/workflow_execution_finished" | "orchestration/workflow_execution_updated" | "orchestration/workflow_execution_sync";
            /** @enum {string} */
            status: "PENDING" | "APPROVED" | "REVIEW" | "DECLINED" | "EXPIRED" | "ERROR";
        };
        AdminWorkflow: {
            /** Format: uuid */
            id: string;
            name: string;
            active: boolean;
            version: number;
            /** Format: date-time */
            createdAt: string;
            hasDraft: boolean;
        };
        AdminWorkflowChange: {
            name?: string;
            active?: boolean;
        };
        AdminWorkflowDefinition: {
            definition: unknown;
        };
        AdminWorkflowDetail: {
            /** Format: uuid */
            id: string;
            name: string;
            active: boolean;
            version: number;
            /** Format: date-time */
            createdAt: string;
            hasDraft: boolean;
            requiredInputs: string[];
            definition: unknown;
            versions: components["schemas"]["AdminWorkflowVersion"][];
            draft: components["schemas"]["AdminWorkflowDraft"] | null;
        };
        AdminWorkflowDraft: {
            content: string;
            revision: number;
            /** Format: date-time */
            savedAt: string;
            author: {
                kind: string;
                id: string;
                name: string | null;
            };
            faults: components["schemas"]["AdminDefinitionFault"][];
        };
        AdminWorkflowList: {
            workflows: components["schemas"]["AdminWorkflow"][];
        };
        AdminWorkflowRequest: {
            name: string;
            definition: unknown;
        };
        AdminWorkflowVersion: {
            version: number;
            publishedAt: string | null;
            author: {
                kind: string;
                id: string;
                name: string | null;
            } | null;
            comment: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    postSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminSignInRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminSignedIn"];
                    };
                };
            };
        };
    };
    postSignInCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminCodeRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminSignedIn"];
                    };
                };
            };
        };
    };
    postSignInPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminPasskeyChallenge"];
                    };
                };
            };
        };
    };
    postSignInPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPasskeySignInRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminSignedIn"];
                    };
                };
            };
        };
    };
    postSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminLinkRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminSignedIn"];
                    };
                };
            };
        };
    };
    postInvitationsAccept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminAcceptRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminSignedIn"];
                    };
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminSession"];
                    };
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    deleteSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    postSessionAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminAccountRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    postSessionConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminConfirmRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    getPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminOwnAccount"];
                    };
                };
            };
        };
    };
    patchPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminOwnNameRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                        };
                    };
                };
            };
        };
    };
    postPersonPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    postPersonTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminAppSetUp"];
                    };
                };
            };
        };
    };
    deletePersonTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    postPersonTotpConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminAppConfirmRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminRecoveryCodes"];
                    };
                };
            };
        };
    };
    postPersonRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminRecoveryCodes"];
                    };
                };
            };
        };
    };
    postPersonPasskeysOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminPasskeyCreation"];
                    };
                };
            };
        };
    };
    postPersonPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPasskeyRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminRecoveryCodes"];
                    };
                };
            };
        };
    };
    deletePersonPasskeysId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the passkey, in base64url. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    deletePersonSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    deletePersonSessionsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    getPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminPeople"];
                    };
                };
            };
        };
    };
    postPeopleInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminInviteRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminInvited"];
                    };
                };
            };
        };
    };
    deletePeoplePersonId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    patchPeoplePersonId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPersonChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            role: "owner" | "manager" | "analyst" | "developer" | "support" | "auditor";
                            modes: ("live" | "test")[];
                            pictures: boolean;
                        };
                    };
                };
            };
        };
    };
    deletePeoplePersonIdInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    deletePeoplePersonIdSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    deletePeoplePersonIdSecondStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the person. */
                personId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    putAccountSecondStep: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminSecondStepRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            required: boolean;
                        };
                    };
                };
            };
        };
    };
    getExecutions: {
        parameters: {
            query?: {
                /** @description Only this mode; by default every mode that the person may access. */
                mode?: "live" | "test";
                /** @description Only runs with this status. */
                status?: string;
                /** @description Only runs that are waiting for a decision. */
                waiting?: "true";
                /** @description Only runs of this workflow. */
                workflow?: string;
                /** @description Only runs of this version of the workflow. */
                version?: number;
                /** @description Only runs with a check of this type. */
                check?: string;
                /** @description Only runs with this code in `statusDetail` of a check. */
                code?: string;
                /** @description Only runs started at this time or later. */
                from?: string;
                /** @description Only runs started before this time. */
                to?: string;
                /** @description `next` of the previous page. */
                after?: string;
                /** @description Maximum number of entries. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminExecutionList"];
                    };
                };
            };
        };
    };
    postExecutionsSearch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminSearchRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminSearchResult"];
                    };
                };
            };
        };
    };
    getExecutionsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminExecution"];
                    };
                };
            };
        };
    };
    postExecutionsIdReveal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminRevealRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminExecution"];
                    };
                };
            };
        };
    };
    postExecutionsIdDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminDecisionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminDecisionResult"];
                    };
                };
            };
        };
    };
    postExecutionsIdResend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminResendResult"];
                    };
                };
            };
        };
    };
    getExecutionsIdMediaCaptureId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: string;
                /** @description Id of the capture. */
                captureId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": unknown;
                    "image/png": unknown;
                    "image/webp": unknown;
                    "video/webm": unknown;
                    "video/mp4": unknown;
                    "application/pdf": unknown;
                };
            };
        };
    };
    getChanges: {
        parameters: {
            query?: {
                /** @description `cursor` of the previous reply. */
                after?: string;
                /** @description Seconds to wait for a change, at most 25; higher values count as 25. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminChanges"];
                    };
                };
            };
        };
    };
    getWorkflows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminWorkflowList"];
                    };
                };
            };
        };
    };
    postWorkflows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminWorkflowRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminWorkflowDetail"];
                    };
                };
            };
        };
    };
    postWorkflowsTry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminTrialRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminTrial"];
                    };
                };
            };
        };
    };
    getWorkflowsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminWorkflowDetail"];
                    };
                };
            };
        };
    };
    patchWorkflowsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminWorkflowChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminWorkflowDetail"];
                    };
                };
            };
        };
    };
    getWorkflowsIdVersionsVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workflow. */
                id: string;
                /** @description Version of the workflow. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminWorkflowDefinition"];
                    };
                };
            };
        };
    };
    putWorkflowsIdDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminDraftRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminWorkflowDetail"];
                    };
                };
            };
        };
    };
    postWorkflowsIdDraftRestore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminRestoreRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminWorkflowDetail"];
                    };
                };
            };
        };
    };
    postWorkflowsIdDraftDrop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPublishRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminWorkflowDetail"];
                    };
                };
            };
        };
    };
    postWorkflowsIdDraftPublish: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPublishRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminWorkflowDetail"];
                    };
                };
            };
        };
    };
    getWorkflowsIdLinkForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminLinkForm"];
                    };
                };
            };
        };
    };
    postWorkflowsIdLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the workflow. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminShareLinkRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminShareLink"];
                    };
                };
            };
        };
    };
    postExecutionsIdLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the execution. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminNewLinkRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminShareLink"];
                    };
                };
            };
        };
    };
    getSampleData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminSampleData"];
                    };
                };
            };
        };
    };
    postSampleData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminSampleRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminSampleData"];
                    };
                };
            };
        };
    };
    deleteSampleData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminSampleData"];
                    };
                };
            };
        };
    };
    getKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminKeyList"];
                    };
                };
            };
        };
    };
    postKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminKeyRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminCreatedKey"];
                    };
                };
            };
        };
    };
    postKeysIdRotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the API key: its characters 9 to 20. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminKeyRotationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminRotatedKey"];
                    };
                };
            };
        };
    };
    deleteKeysId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the API key: its characters 9 to 20. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            revokedAt: string;
                        };
                    };
                };
            };
        };
    };
    getWebhooks: {
        parameters: {
            query?: {
                /** @description Mode; by default live if the person may access it, otherwise test. */
                mode?: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminEndpointList"];
                    };
                };
            };
        };
    };
    postWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminEndpointRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminCreatedSecret"];
                    };
                };
            };
        };
    };
    getWebhooksId: {
        parameters: {
            query?: {
                /** @description Mode; by default live if the person may access it, otherwise test. */
                mode?: "live" | "test";
            };
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminEndpoint"];
                    };
                };
            };
        };
    };
    deleteWebhooksId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: object;
                    };
                };
            };
        };
    };
    patchWebhooksId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminEndpointChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminEndpoint"];
                    };
                };
            };
        };
    };
    postWebhooksIdDisable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminEndpoint"];
                    };
                };
            };
        };
    };
    postWebhooksIdResume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminEndpoint"];
                    };
                };
            };
        };
    };
    postWebhooksIdRotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminSecretRotation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminCreatedSecret"];
                    };
                };
            };
        };
    };
    postWebhooksIdTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminWebhookTestRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminWebhookTest"];
                    };
                };
            };
        };
    };
    getWebhooksIdDeliveries: {
        parameters: {
            query?: {
                /** @description Mode of the deliveries; by default live, if the person may access it. */
                mode?: "live" | "test";
                /** @description Only deliveries in this state. */
                state?: "pending" | "held" | "delivered" | "undelivered";
                /** @description Only deliveries of this event. A page can then have fewer deliveries, even none, although more follow. */
                event?: "orchestration/workflow_execution_finished" | "orchestration/workflow_execution_updated" | "orchestration/workflow_execution_sync";
                /** @description Only deliveries about this execution. */
                execution?: string;
                /** @description Only events that happened at this time or later. */
                from?: string;
                /** @description Only events that happened before this time. */
                to?: string;
                /** @description `nextCursor` of the previous page. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminDeliveryList"];
                    };
                };
            };
        };
    };
    postWebhooksIdReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminReplayRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminReplay"];
                    };
                };
            };
        };
    };
    getWebhookDeliveriesId: {
        parameters: {
            query?: {
                /** @description Mode; by default live if the person may access it, otherwise test. */
                mode?: "live" | "test";
            };
            header?: never;
            path: {
                /** @description Id of the delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminDelivery"];
                    };
                };
            };
        };
    };
    postWebhookDeliveriesIdReveal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminDeliveryReveal"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminDelivery"];
                    };
                };
            };
        };
    };
    postWebhookDeliveriesIdRedeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminRedeliveryRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    getWebhookAlarms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminWebhookAlarms"];
                    };
                };
            };
        };
    };
    getRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminRetention"];
                    };
                };
            };
        };
    };
    putRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminRetentionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminRetention"];
                    };
                };
            };
        };
    };
    postRetentionPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminRetentionPlanRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminKeptTime"];
                    };
                };
            };
        };
    };
    getDisposals: {
        parameters: {
            query?: {
                /** @description Only this mode; by default every mode that the person may access. */
                mode?: "live" | "test";
                /** @description `next` of the previous page. */
                after?: string;
                /** @description Maximum number of entries. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminDisposalList"];
                    };
                };
            };
        };
    };
    getDisposalsExport: {
        parameters: {
            query?: {
                /** @description Only this mode; by default every mode that the person may access. */
                mode?: "live" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                };
            };
        };
    };
    getAudit: {
        parameters: {
            query?: {
                /** @description Only events of this act. */
                act?: "account.brand" | "account.create" | "account.redirects" | "account.retention" | "account.second-step" | "audit.export" | "audit.gap" | "backup.restore" | "backup.write" | "clock.confirm" | "database.migrate" | "delivery.redeliver" | "disposal.export" | "endpoint.add" | "endpoint.change" | "endpoint.disable" | "endpoint.remove" | "endpoint.resume" | "endpoint.rotate-secret" | "execution.decide" | "execution.erase" | "execution.find" | "execution.finish" | "execution.purge" | "execution.read" | "execution.resend" | "execution.reveal" | "execution.start" | "installation.move" | "integrity.alarm" | "integrity.seal" | "invitation.end" | "key.create" | "key.expire" | "key.refuse" | "key.revoke" | "lists.import" | "lists.remove" | "master-key.retire" | "master-key.rotate" | "media.confirm" | "media.read" | "person.change" | "person.invite" | "person.join" | "person.remove" | "person.seal" | "person.sign-in" | "person.sign-in-refused" | "person.sign-out" | "retention.confirm" | "sample.create" | "sample.remove" | "session.end" | "webhooks.hold" | "webhooks.release" | "workflow.activate" | "workflow.add" | "workflow.change" | "workflow.deactivate" | "workflow.draft";
                /** @description Only acts of this person, key, operator or task of the service. */
                actor?: string;
                /** @description Only acts on the subject with this id. */
                subject?: string;
                /** @description Only events at this time or later. */
                from?: string;
                /** @description Only events before this time. */
                to?: string;
                /** @description `next` of the previous page. */
                after?: string;
                /** @description Maximum number of entries. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminAuditPage"];
                    };
                };
            };
        };
    };
    getAuditExport: {
        parameters: {
            query?: {
                /** @description Only events of this act. */
                act?: "account.brand" | "account.create" | "account.redirects" | "account.retention" | "account.second-step" | "audit.export" | "audit.gap" | "backup.restore" | "backup.write" | "clock.confirm" | "database.migrate" | "delivery.redeliver" | "disposal.export" | "endpoint.add" | "endpoint.change" | "endpoint.disable" | "endpoint.remove" | "endpoint.resume" | "endpoint.rotate-secret" | "execution.decide" | "execution.erase" | "execution.find" | "execution.finish" | "execution.purge" | "execution.read" | "execution.resend" | "execution.reveal" | "execution.start" | "installation.move" | "integrity.alarm" | "integrity.seal" | "invitation.end" | "key.create" | "key.expire" | "key.refuse" | "key.revoke" | "lists.import" | "lists.remove" | "master-key.retire" | "master-key.rotate" | "media.confirm" | "media.read" | "person.change" | "person.invite" | "person.join" | "person.remove" | "person.seal" | "person.sign-in" | "person.sign-in-refused" | "person.sign-out" | "retention.confirm" | "sample.create" | "sample.remove" | "session.end" | "webhooks.hold" | "webhooks.release" | "workflow.activate" | "workflow.add" | "workflow.change" | "workflow.deactivate" | "workflow.draft";
                /** @description Only acts of this person, key, operator or task of the service. */
                actor?: string;
                /** @description Only acts on the subject with this id. */
                subject?: string;
                /** @description Only events at this time or later. */
                from?: string;
                /** @description Only events before this time. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminAuditExport"];
                    };
                };
            };
        };
    };
    getLists: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminLists"];
                    };
                };
            };
        };
    };
    getBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminBrand"];
                    };
                };
            };
        };
    };
    putBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminBrandRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AdminBrand"];
                    };
                };
            };
        };
    };
}

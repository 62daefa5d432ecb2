const { promise, resolve } = Promise.withResolvers<ServiceWorkerRegistration>()

/** The registration of the service worker that this page has made. Pending until then: for ever where a page makes none. */
export const ownRegistration = promise
export const tellOwnRegistration = resolve

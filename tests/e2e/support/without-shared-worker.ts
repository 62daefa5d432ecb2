/** Whether this run is in a browser without SharedWorker, as on telephones: `WITHOUT_SHARED_WORKER=1 npx playwright test …`. */
export const isWithoutSharedWorker = process.env['WITHOUT_SHARED_WORKER'] === '1'

/** Takes SharedWorker away from every page of the browser. */
export const withoutSharedWorkerFlags = isWithoutSharedWorker ? ['--disable-shared-workers'] : []

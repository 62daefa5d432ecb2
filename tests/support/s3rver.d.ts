declare module '@20minutes/s3rver' {
  interface Context {
    path: string
    state: { vhost: boolean }
    mountPath: string | undefined
  }

  /** What the tests use of it. */
  export default class S3rver {
    constructor(options: { address: string; port: number; silent: boolean; directory: string; configureBuckets: { name: string }[] })
    /** Those of koa; the last one answers. */
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<unknown>
    close(): Promise<unknown>
  }
}

declare module 'postject' {
  /** Puts data into a program, in place. */
  export function inject(
    program: string,
    name: string,
    data: Buffer,
    options: { sentinelFuse: string; machoSegmentName?: string },
  ): Promise<void>
}

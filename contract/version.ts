/** Version of the wire. A test hashes every schema and fails when one changes while this stays. */
export const CONTRACT_VERSION = '1.3.0'

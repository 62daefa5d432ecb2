/** Version of this plugin, four numbers as the client compares them (rule 9.11). */
export const PLUGIN_VERSION = '1.0.0.1914'

/** Version of this release; a test keeps it equal to every package.json. */
export const version = "0.1.0";

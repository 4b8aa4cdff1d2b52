import { openDatabase } from "@memop/core";
const db = await openDatabase();
for (const q of process.argv.slice(2)) console.log(await db.all(q));
db.close();

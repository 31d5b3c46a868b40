// Counts what held and what did not.
export const failures = [];
let checks = 0;

export function check(what, holds, found = "") {
  checks += 1;
  if (!holds) failures.push(found === "" ? what : `${what}: ${typeof found === "string" ? found : JSON.stringify(found)}`);
}

export function conclude(name) {
  failures.forEach((failure) => console.error(failure));
  console.log(`${name}: ${checks - failures.length} of ${checks} checks passed`);
  process.exit(failures.length === 0 ? 0 : 1);
}

/**
 * The repository, `owner/name`, that a task's id names; null when the id has no such form.
 *
 * `django__django-11099` and `ponylang__ponyc-4595` end in a number after the last `-`; SWE-smith ids
 * (`pandas-dev__pandas.95280573.pr_53652`) in a commit of eight hex digits and a kind.
 */
export function repoOfInstanceId(id: string): string | null {
  const smith = /^([^/]+?)__(.+?)\.[0-9a-f]{8}\..+$/.exec(id);
  const [, owner, name] = smith ?? /^([^/]+?)__(.+)-\d+$/.exec(id) ?? [];
  return owner === undefined || name === undefined ? null : `${owner}/${name}`;
}

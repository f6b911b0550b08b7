/** Whether labels (or annotations) fit a selector such as `app=web,tier in (a, b),!canary`; one that cannot be read fits nothing. Upstream: `labels.Parse`. */
export function fitsSelector(selector: string, labels: Readonly<Record<string, string>> = {}): boolean {
  const requirements = selector.split(/,(?![^(]*\))/).map((text) => text.trim());
  return requirements.every((text) => fits(text, labels));
}

const requirement =
  /^(?:(?<absent>!)\s*)?(?<key>[^\s=!<>()]+)(?:\s*(?<sign>==|=|!=|<|>)\s*(?<value>\S*)|\s+(?<word>in|notin)\s*\((?<list>[^)]*)\))?$/;

function fits(text: string, labels: Readonly<Record<string, string>>): boolean {
  const found = requirement.exec(text)?.groups;
  const key = found?.key;
  if (found === undefined || key === undefined) return text === "";
  const label = labels[key];
  if (found.absent !== undefined) return label === undefined && (found.sign ?? found.word) === undefined;
  const value = found.value ?? "";
  const isListed = label !== undefined && (found.list ?? "").split(",").some((entry) => entry.trim() === label);
  switch (found.sign ?? found.word) {
    case undefined:
      return label !== undefined;
    case "!=":
      return label !== value;
    case "<":
      return label !== undefined && Number(label) < Number(value);
    case ">":
      return label !== undefined && Number(label) > Number(value);
    case "in":
      return isListed;
    case "notin":
      return !isListed;
    default:
      return label === value;
  }
}

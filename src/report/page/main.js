// The page of a result. Its address says which step is shown: "#step=7", "#violation=2&step=7".

import { readResult } from "./result.js";
import { resultView } from "./page_view.js";

function placeInAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const number = (name) => (/^\d+$/.test(parameters.get(name) ?? "") ? Number(parameters.get(name)) : null);
  const violation = number("violation");
  return { violation: violation === null ? 0 : violation - 1, step: number("step") };
}

function drawPage() {
  const result = readResult(JSON.parse(document.getElementById("result").textContent));
  const several = result.violations.length > 1;
  let writing = false;  // only after the user has moved
  const listener = (violation, step) => {
    if (writing) history.replaceState(null, "", several ? `#violation=${violation + 1}&step=${step}` : `#step=${step}`);
    writing = true;
  };
  document.getElementById("page").append(...resultView(result, { ...placeInAddress(), listener }));
}

drawPage();

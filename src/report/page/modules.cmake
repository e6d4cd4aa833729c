# In the order in which they are joined: what is imported comes first.
set(page_modules dom.js words.js expression.js expression_b.js evaluation.js result.js run.js chart.js source_view.js values_view.js player.js steps_table.js propositions_view.js counterexample.js
    symmetry_view.js diagram_view.js layered_layout.js graph_canvas.js graph_view.js game_view.js growth_view.js overview.js page_view.js main.js)
